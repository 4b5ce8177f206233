import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tempHome } from '../../testing/temp-home.ts';
import { connectRegistered } from './connect-registered.ts';
import { checkStatement } from './one-statement.ts';
import { sqlTokens } from './tokens.ts';

const why = (sql: string, use: 'query' | 'execute' = 'execute') => {
  const checked = checkStatement(sql, use);
  return checked.ok ? null : checked.why;
};

describe('one statement', () => {
  it.each([
    'SELECT 1',
    '  ; ;\n-- ATTACH\nselect 1;;',
    "/* ATTACH; */ SELECT ';', \";\", [;], `;`, x'' -- ; end",
    "VALUES ('a;b')",
    'WITH x AS (SELECT 1) SELECT * FROM x;  -- over\n',
    'EXPLAIN QUERY PLAN SELECT 1',
    '\ufeffSELECT 1',
    'PRAGMA table_info(orders)',
    'pragma main.user_version',
    'SELECT "it""s", \'it\'\'s; \' /* not closed',
  ])('may be %j', (sql) => {
    expect(why(sql, 'query')).toBeNull();
    expect(why(sql, 'execute')).toBeNull();
  });

  it.each([
    'INSERT INTO t VALUES (1) RETURNING a',
    'CREATE TRIGGER x AFTER INSERT ON t BEGIN DELETE FROM t; UPDATE t SET a = CASE WHEN 1 THEN 2 END; END;',
    'EXPLAIN CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END',
    'PRAGMA user_version = 3',
    'REINDEX',
    'ALTER TABLE t ADD COLUMN b',
  ])('that may write is %j', (sql) => {
    expect(why(sql, 'execute')).toBeNull();
  });

  it.each([
    ['SELECT 1; DELETE FROM t', 'a second statement (DELETE)'],
    ["SELECT ';'; ATTACH 'x' AS y", 'a second statement (ATTACH)'],
    ['SELECT 1;;; --\n  secret', 'a second statement (SECRET)'],
    ['SELECT 1; "secret"', 'a second statement (more text)'],
    [
      'CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END; DROP TABLE t',
      'a second statement (DROP)',
    ],
    ["/* x */ ;; attach 'a' AS b", 'is ATTACH'],
    ['EXPLAIN DETACH a', 'is DETACH'],
    ["VACUUM INTO 'x'", 'is VACUUM'],
    ['Begin', 'is BEGIN'],
    ['EXPLAIN COMMIT', 'is COMMIT'],
    ['savepoint a', 'is SAVEPOINT'],
    ['EXPLAIN PRAGMA user_version', 'explains a PRAGMA'],
    ['PRAGMA "writable_schema" = 1', 'PRAGMA something else'],
    ['PRAGMA writable_schema = 1', 'PRAGMA writable_schema'],
    ["PRAGMA temp_store_directory = '/tmp'", 'PRAGMA temp_store_directory'],
    ['PRAGMA main . journal_mode = off', 'PRAGMA journal_mode'],
    ['PRAGMA temp.user_version', 'another schema than main'],
    ['PRAGMA/**/query_only=0', 'PRAGMA query_only'],
    ['PRAGMA integrity_check', 'sql.integrity_check'],
    ['PRAGMA schema_version = 7', 'PRAGMA schema_version'],
    ['CREATE TEMP TABLE x (a)', 'something temporary'],
    ['create temporary trigger x AFTER INSERT ON t BEGIN SELECT 1; END', 'something temporary'],
    ['SELCT 1', 'begins with SELCT'],
    ['"ATTACH" \'x\' AS y', 'begins with something else'],
    ['EXPLAIN', 'must be one SQL statement'],
    ['', 'must be one SQL statement'],
    ['; -- SELECT 1', 'must be one SQL statement'],
    ['SELECT 1\u0000; DROP TABLE t', 'a NUL character'],
    [`SELECT '${'x'.repeat(100_000)}'`, 'at most 100000 characters'],
  ])('may not be %j', (sql, words) => {
    expect(why(sql)).toContain(words);
  });

  it.each(['INSERT INTO t VALUES (1)', 'drop table t', 'PRAGMA user_version = 3'])(
    'that reads may not be %j',
    (sql) => {
      expect(why(sql, 'query')).toContain('use sql.execute');
    },
  );

  it('is found in time that grows with its length only', () => {
    const begun = performance.now();
    for (const part of ['/*', "'", '--', ';', '(', '"a"', "''", '/**/ ']) why(part.repeat(30_000));
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});

/** What may stand around a statement, and what only looks as if it might. */
const noise = fc
  .array(
    fc.constantFrom(
      ...[' ', '\n', '\t', '\v', '\f', '\r', '\u00a0', '\ufeff', '\u2028', ';', '-', '/', '*'],
      ...['--', '-- x\n', '/*', '*/', '/* ; */', '/**/', '/*/', "'", '"', '[', '`', ']', '(', ')'],
      ...['EXPLAIN ', 'EXPLAIN QUERY PLAN ', 'SELECT 1', 'SELECT 1;', 'PRAGMA user_version;', 'x'],
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

describe('what the engine itself refuses, whatever was looked at before', () => {
  const setUp = () => {
    const folder = tempHome();
    const own = join(folder, 'db');
    mkdirSync(own);
    const path = join(own, 'shop.db');
    const database = new Database(path);
    database.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, what TEXT)');
    database.close();
    return { folder, path };
  };

  it.each([
    [(file: string) => `ATTACH '${file}' AS x`, 'too many attached databases'],
    [(file: string) => `ATTACH 'file:${file}?mode=rwc' AS x`, 'too many attached databases'],
    [(file: string) => `VACUUM INTO '${file}'`, 'too many attached databases'],
    [(file: string) => `VACUUM main INTO '${file}'`, 'too many attached databases'],
    [(file: string) => `SELECT load_extension('${file}')`, 'not authorized'],
    [(file: string) => `SELECT writefile('${file}', 'x')`, 'no such function'],
    [() => "UPDATE sqlite_schema SET sql = 'x'", 'may not be modified'],
    [
      () => "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'x'",
      'may not be modified',
    ],
    [() => 'SELECT * FROM sqlite_dbpage', 'no such table'],
  ] as const)('%s', (make, words) => {
    const { folder, path } = setUp();
    for (const use of ['read', 'write'] as const) {
      const database = connectRegistered({ path, readOnly: false }, use);
      expect(() => database.exec(make(join(folder, 'stolen')))).toThrow(words);
      database.close();
    }
    expect(readdirSync(folder)).toEqual(['db']);
  });

  it('no text that passes reaches another file', () => {
    const { folder, path } = setUp();
    const stolen = join(folder, 'stolen');
    const reaching = fc.constantFrom(
      `ATTACH '${stolen}' AS x`,
      `attach database "${stolen}" as x`,
      `VACUUM INTO '${stolen}'`,
      `vacuum main into "${stolen}"`,
    );
    fc.assert(
      fc.property(noise, reaching, noise, (before, bad, after) => {
        const sql = before + bad + after;
        if (!checkStatement(sql, 'execute').ok) return;
        const database = connectRegistered({ path, readOnly: false }, 'write');
        try {
          const statement = database.prepare(sql);
          if (statement.reader) statement.all();
          else statement.run();
        } catch {
          // Most are no SQL at all.
        } finally {
          database.close();
        }
        expect(readdirSync(folder)).toEqual(['db']);
      }),
      { numRuns: 4000 },
    );
  });

  it('no text that passes as a query sets anything, not even while it is compiled', () => {
    const { path } = setUp();
    const setting = fc.constantFrom(
      'PRAGMA user_version = 77',
      'pragma main.user_version(77)',
      'PRAGMA/**/"user_version"=77',
      'PRAGMA user_version=77 -- main.page_count',
    );
    const database = connectRegistered({ path, readOnly: false }, 'write');
    fc.assert(
      fc.property(noise, setting, noise, (before, bad, after) => {
        const sql = before + bad + after;
        if (!checkStatement(sql, 'query').ok) return;
        try {
          const statement = database.prepare(sql);
          if (statement.reader) statement.all();
        } catch {
          // Most are no SQL at all.
        }
        expect(database.pragma('user_version', { simple: true })).toBe(0);
      }),
      { numRuns: 4000 },
    );
    database.close();
  });

  it('a text that passes is one statement for SQLite too', () => {
    const pieces = [
      'SELECT 1',
      ';',
      '-- x\n',
      '/* ; */',
      "';'",
      '"',
      "'",
      'END',
      ' ',
      'BEGIN',
      'CREATE',
    ];
    const database = new Database(':memory:');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (chosen) => {
        const sql = chosen.join(' ');
        if (!checkStatement(sql, 'execute').ok) return;
        try {
          database.prepare(sql);
        } catch (error) {
          expect(String(error)).not.toContain('more than one statement');
        }
      }),
      { numRuns: 3000 },
    );
    database.close();
  });
});

describe('tokens', () => {
  it('are cut as SQLite cuts them', () => {
    const kinds = [...sqlTokens('a1$é ?1x :b 0x1f \'-- no\' /*/ in */ -- end\n"q""q" ;')];
    expect(kinds.map(({ text }) => text)).toEqual(['A1$é', '?', ':', '0', "'", '"', ';']);
  });
});
