import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { dbErrorKind, dbErrorWords, TransactionLostError } from './errors.ts';

const coded = (code: string, cause?: unknown) =>
  Object.assign(new Error('low-level words', { cause }), { code });

test.each([
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_BUSY_SNAPSHOT', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
  ['SQLITE_CORRUPT_VTAB', 'other'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_IOERR_WRITE', 'io'],
  ['SQLITE_CANTOPEN', 'io'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'other'],
  ['ENOENT', 'other'],
] as const)('%s means %s, also as the cause of another error', (code, kind) => {
  expect(dbErrorKind(coded(code))).toBe(kind);
  expect(dbErrorKind(new Error('wrapped', { cause: coded(code) }))).toBe(kind);
  if (kind !== 'other') expect(dbErrorWords(coded(code))).not.toContain('low-level');
});

test('what is no error of SQLite is "other", in its own words', () => {
  for (const odd of [null, undefined, 5, 'text', {}, { code: 5 }, new Error('plain')]) {
    expect(dbErrorKind(odd)).toBe('other');
  }
  expect(dbErrorWords(new Error('plain'))).toBe('plain');
  expect(dbErrorWords('text')).toBe('text');
});

test('a transaction that was given up keeps the reason for it', () => {
  const lost = new TransactionLostError(coded('SQLITE_FULL'));
  expect(dbErrorKind(lost)).toBe('full');
  expect(lost.message).toMatch(/the disk is full/);
});

test('a real error of the addon is recognised', () => {
  const db = new Database(':memory:');
  db.pragma('query_only = ON');
  try {
    db.exec('CREATE TABLE t (a)');
    expect.unreachable();
  } catch (error) {
    expect(dbErrorKind(error)).toBe('read-only');
  } finally {
    db.close();
  }
});
