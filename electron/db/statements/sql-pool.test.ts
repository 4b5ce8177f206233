import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type BuiltWorkers, buildWorkers } from '../../testing/build-workers.ts';
import { tempHome } from '../../testing/temp-home.ts';
import type { SqlParams, SqlRows } from './sql-message.ts';
import { createSqlPool, type SqlJob, type SqlPool, type SqlPoolLimits } from './sql-pool.ts';
import { forkSqlProcess } from './sql-process.ts';

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildWorkers({ 'sql-worker': 'db/statements/sql-worker.ts' });
});
afterAll(() => workers.remove());

/** Counts for so long that no test waits for its end. */
const endless =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
const limits = { rows: 100, cell: 50, bytes: 5000 };

function setUp(some: Partial<SqlPoolLimits> = {}, journal: 'wal' | 'delete' = 'wal') {
  const folder = tempHome();
  const home = join(folder, 'home');
  mkdirSync(home);
  const path = join(folder, 'shop.db');
  const database = new Database(path);
  database.pragma(`journal_mode = ${journal}`);
  database.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, what TEXT UNIQUE, n INTEGER)');
  const insert = database.prepare('INSERT INTO orders (what, n) VALUES (?, ?)');
  database.transaction(() => {
    for (let n = 1; n <= 2000; n += 1) insert.run(`order ${n} ${'x'.repeat(200)}`, n);
  })();
  database.close();
  let started = 0;
  const pool = createSqlPool({
    file: join(workers.folder, 'sql-worker.js'),
    home,
    start: (file, events) => {
      started += 1;
      return forkSqlProcess(file, events);
    },
    limits: some,
  });
  onTestFinished(() => pool.close());
  const job = (kind: 'query' | 'execute', sql: string, params: SqlParams = []): SqlJob => ({
    owner: 'a',
    file: { path, readOnly: false },
    work: { kind, sql, params, limits },
    limitMs: 20_000,
    signal: null,
  });
  return { folder, home, path, pool, job, started: () => started };
}

async function rowsOf(pool: SqlPool, job: SqlJob): Promise<SqlRows> {
  const result = await pool.run(job);
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result.answer as unknown as SqlRows;
}

describe('a query', () => {
  it('answers rows with their columns, and says exactly what is missing', async () => {
    const { pool, job } = setUp();
    const sql = 'SELECT id, what, n AS "n" FROM orders ORDER BY id';
    const all = await rowsOf(pool, job('query', sql));
    expect(all.columns).toEqual(['id', 'what', 'n']);
    // 5,000 bytes come before 100 rows.
    expect(all).toMatchObject({ truncated: true, cut: { more_rows: 'bytes' } });
    expect(all.cut?.texts).toBe(all.rows_shown);
    expect(all.rows[0]).toEqual([1, `order 1 ${'x'.repeat(42)}`, 1]);
    const ids = await rowsOf(pool, job('query', 'SELECT id FROM orders'));
    expect(ids).toMatchObject({ rows_shown: 100, truncated: true, cut: { more_rows: 'rows' } });
    const few = await rowsOf(pool, job('query', 'SELECT id FROM orders LIMIT 100'));
    expect(few).toMatchObject({ rows_shown: 100, truncated: false });
    expect(few).not.toHaveProperty('cut');
  });

  it('keeps integers exact, describes blobs and has a word for every value', async () => {
    const { pool, job } = setUp();
    const sql =
      "SELECT 9007199254740993, -9223372036854775807 - 1, 42, 1.5, 9e999, x'00ff10', NULL, 'a' || char(0) || 'b'";
    const { rows } = await rowsOf(pool, job('query', sql));
    expect(rows).toEqual([
      [
        '9007199254740993',
        '-9223372036854775808',
        42,
        1.5,
        'Infinity',
        { blob_bytes: 3 },
        null,
        'a\u0000b',
      ],
    ]);
  });

  it('binds parameters by place and by name, whole numbers as integers', async () => {
    const { pool, job } = setUp();
    const byPlace = job('query', 'SELECT typeof(?), typeof(?), ?, ?, ?', [5, 1.5, true, null, "'"]);
    expect((await rowsOf(pool, byPlace)).rows).toEqual([['integer', 'real', 1, null, "'"]]);
    const byName = job('query', 'SELECT :a, @b, $c', { ':a': 'x', b: 'y', c: 'z' });
    expect((await rowsOf(pool, byName)).rows).toEqual([['x', 'y', 'z']]);
    const byNumber = job('query', "SELECT ?2, '?1', ?1 -- ?3", ['x', 7]);
    expect((await rowsOf(pool, byNumber)).rows).toEqual([[7, '?1', 'x']]);
    const missing = await pool.run(job('query', 'SELECT ?, ?', [1]));
    expect(missing).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('parameter'),
    });
  });

  it.each([
    'INSERT INTO orders (what) VALUES (1)',
    'INSERT INTO orders (what) VALUES (1) RETURNING id',
    'WITH x AS (SELECT 1) DELETE FROM orders',
    'WITH x AS (SELECT 1) UPDATE orders SET n = 0 RETURNING n',
    'DROP TABLE orders',
    'CREATE TEMP TABLE t (a)',
    'PRAGMA user_version = 7',
  ])('is refused by the engine where it writes: %s', async (sql) => {
    const { pool, job } = setUp();
    expect(await pool.run(job('query', sql))).toMatchObject({ kind: 'failed' });
    const { rows } = await rowsOf(pool, job('query', 'SELECT count(*) FROM orders'));
    expect(rows).toEqual([[2000]]);
  });

  it('knows nothing of what an earlier call did to its connection', async () => {
    const { pool, job, started } = setUp();
    await pool.run(job('execute', 'CREATE TEMP TABLE t (a)'));
    await pool.run(job('query', 'PRAGMA query_only = OFF'));
    expect(await pool.run(job('query', 'SELECT * FROM t'))).toMatchObject({ kind: 'failed' });
    expect(await pool.run(job('query', 'DELETE FROM orders'))).toMatchObject({ kind: 'failed' });
    expect(started()).toBe(1);
  });
});

describe('a statement that writes', () => {
  it('commits by itself and says what changed', async () => {
    const { pool, job } = setUp();
    const sql = 'INSERT INTO orders (what, n) VALUES (?, ?)';
    expect(await pool.run(job('execute', sql, ['new', 1]))).toEqual({
      kind: 'done',
      answer: { changes: 1, last_insert_rowid: 2001 },
    });
    const returning = job('execute', 'UPDATE orders SET n = 0 WHERE id < 200 RETURNING id');
    expect(await pool.run(returning)).toMatchObject({
      answer: { changes: 199, rows_shown: 100, truncated: true, cut: { more_rows: 'rows' } },
    });
    const { rows } = await rowsOf(pool, job('query', 'SELECT count(*) FROM orders WHERE n = 0'));
    expect(rows).toEqual([[199]]);
  });

  it('that fails in its middle leaves nothing of itself', async () => {
    const { pool, job } = setUp();
    const sql = "UPDATE orders SET what = CASE WHEN id < 1999 THEN 'a' || id ELSE 'same' END";
    expect(await pool.run(job('execute', sql))).toEqual({
      kind: 'failed',
      code: 'SQLITE_CONSTRAINT_UNIQUE',
      message: 'UNIQUE constraint failed: orders.what',
    });
    const { rows } = await rowsOf(
      pool,
      job('query', "SELECT count(*) FROM orders WHERE what LIKE 'a%'"),
    );
    expect(rows).toEqual([[0]]);
  });

  it('is refused by the engine where the database is registered as read-only', async () => {
    const { pool, job, path } = setUp();
    const change = { ...job('execute', 'DELETE FROM orders'), file: { path, readOnly: true } };
    expect(await pool.run(change)).toMatchObject({ kind: 'failed', code: 'SQLITE_READONLY' });
  });

  it('waits for another program for a while, and then says so', async () => {
    const { pool, job, path } = setUp();
    const other = new Database(path);
    onTestFinished(() => {
      other.close();
    });
    other.exec('BEGIN IMMEDIATE');
    expect(await pool.run(job('execute', 'DELETE FROM orders'))).toMatchObject({
      kind: 'failed',
      code: 'SQLITE_BUSY',
      message: expect.stringContaining('another program is holding the database: waited 5 s'),
    });
    other.exec('ROLLBACK');
    expect(await pool.run(job('execute', 'DELETE FROM orders'))).toMatchObject({ kind: 'done' });
  });
});

describe('a statement without end', () => {
  it('is stopped by its time limit, and the next one works', async () => {
    const { pool, job, started } = setUp();
    const result = await pool.run({ ...job('query', endless), limitMs: 300 });
    expect(result).toEqual({ kind: 'stopped', why: 'timeout' });
    expect((await rowsOf(pool, job('query', 'SELECT 1'))).rows).toEqual([[1]]);
    expect(started()).toBe(2);
  });

  it.each(['wal', 'delete'] as const)(
    'that writes is undone when it is cancelled, and leaves the file unlocked and whole (%s)',
    async (journal) => {
      const { pool, job, path } = setUp({}, journal);
      const cancel = new AbortController();
      const rows = Array.from({ length: 20 }, () => 'SELECT 1').join(' UNION ALL ');
      const sql = `INSERT INTO orders (what, n) WITH RECURSIVE t(x) AS (${rows}),
        c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
        SELECT hex(randomblob(400)), c.x FROM c, t`;
      const run = pool.run({ ...job('execute', sql), signal: cancel.signal });
      // More than its cache holds: pages of it are in the file, or in its log, before it is done.
      const grows = journal === 'wal' ? `${path}-wal` : path;
      const size = () => (existsSync(grows) ? statSync(grows).size : 0);
      await expect.poll(size, { timeout: 15_000 }).toBeGreaterThan(2_000_000);
      cancel.abort();
      expect(await run).toEqual({ kind: 'stopped', why: 'cancelled' });

      const after = new Database(path, { readonly: true, timeout: 0 });
      expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(after.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(2000);
      after.close();
      expect(await pool.run(job('execute', 'DELETE FROM orders'))).toMatchObject({
        answer: { changes: 2000 },
      });
    },
  );

  it('keeps no other connection waiting', async () => {
    const { pool, job } = setUp({ processes: 2, perOwner: 1 });
    const cancel = new AbortController();
    const long = pool.run({ ...job('query', endless), signal: cancel.signal });
    const same = pool.run(job('query', 'SELECT 1'));
    const other = { ...job('query', 'SELECT 2'), owner: 'b' };
    expect((await rowsOf(pool, other)).rows).toEqual([[2]]);
    cancel.abort();
    expect(await long).toEqual({ kind: 'stopped', why: 'cancelled' });
    expect(await same).toMatchObject({ kind: 'done' });
  });
});

describe('the pool', () => {
  it('has one writer at a time per file', async () => {
    const { pool, job } = setUp();
    const writes = Array.from({ length: 12 }, (_, n) =>
      pool.run({ ...job('execute', 'UPDATE orders SET n = n + 1'), owner: `owner ${n}` }),
    );
    for (const result of await Promise.all(writes)) expect(result).toMatchObject({ kind: 'done' });
    const { rows } = await rowsOf(pool, job('query', 'SELECT n FROM orders WHERE id = 1'));
    expect(rows).toEqual([[13]]);
  });

  it('refuses what would wait in a line that is too long', async () => {
    const { pool, job } = setUp({ processes: 1, waiting: 2 });
    const runs = Array.from({ length: 4 }, () => pool.run(job('query', 'SELECT 1')));
    const kinds = (await Promise.all(runs)).map((result) => result.kind);
    expect(kinds).toEqual(['done', 'done', 'done', 'stopped']);
  });

  it('stops what runs when it closes, and takes no more', async () => {
    const { pool, job } = setUp();
    const run = pool.run(job('query', endless));
    const write = pool.run(job('execute', `UPDATE orders SET n = (${endless})`));
    await pool.close();
    expect(await run).toEqual({ kind: 'stopped', why: 'quit' });
    expect(await write).toEqual({ kind: 'stopped', why: 'quit' });
    expect(await pool.run(job('query', 'SELECT 1'))).toEqual({ kind: 'stopped', why: 'quit' });
  });
});
