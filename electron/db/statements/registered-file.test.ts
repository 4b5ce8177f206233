import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { tempHome } from '../../testing/temp-home.ts';
import { unusableFile } from './registered-file.ts';

function setUp() {
  const folder = tempHome();
  const home = join(folder, 'home');
  mkdirSync(home);
  const [own, shop] = [join(home, 'inkwatch.db'), join(folder, 'shop.db')];
  for (const path of [own, shop]) new Database(path).exec('CREATE TABLE t (a)').close();
  return { folder, home, own, shop, why: (path: string) => unusableFile(path, home) };
}

test('a database of its own place can be used, an empty file as well', () => {
  const { folder, shop, why } = setUp();
  expect(why(shop)).toBeNull();
  writeFileSync(join(folder, 'empty'), '');
  expect(why(join(folder, 'empty'))).toBeNull();
  mkdirSync(join(folder, 'home2'));
  writeFileSync(join(folder, 'home2', '..db'), '');
  expect(why(join(folder, 'home2', '..db'))).toBeNull();
});

test('nothing of the data folder can be used, by no name', () => {
  const { folder, own, why } = setUp();
  const words = 'it is one of Inkwatch’s own files';
  expect(why(own)).toBe(words);
  const hard = join(folder, 'hard.db');
  linkSync(own, hard);
  expect(why(hard)).toBe(words);
});

test('a path that became a link, itself or on its way, is refused', () => {
  const { folder, own, shop, why } = setUp();
  renameSync(shop, `${shop}.old`);
  symlinkSync(own, shop);
  expect(why(shop)).toContain('through a link');
  const [inner, moved] = [join(folder, 'inner'), join(folder, 'moved')];
  mkdirSync(inner);
  new Database(join(inner, 'a.db')).exec('CREATE TABLE t (a)').close();
  expect(why(join(inner, 'a.db'))).toBeNull();
  renameSync(inner, moved);
  symlinkSync(moved, inner);
  expect(why(join(inner, 'a.db'))).toContain('through a link');
  expect(why(`${moved}/../moved/a.db`)).toContain('through a link');
});

test('what is no database has its own words', () => {
  const { folder, shop, why } = setUp();
  writeFileSync(join(folder, 'text.db'), 'this is a text, and no database');
  expect(why(join(folder, 'text.db'))).toContain('no SQLite database');
  expect(why(join(folder, 'none.db'))).toContain('not there');
  expect(why(folder)).toContain('no regular file');
  expect(why(`file:${shop}?mode=ro`)).toContain('not absolute');
  expect(why(`${shop} `)).toContain('a space');
  expect(why(`${shop}\0`)).toContain('NUL');
  writeFileSync(`${shop}-wal`, '');
  expect(why(`${shop}-wal`)).toContain('a log');
});
