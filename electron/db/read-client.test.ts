import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { emptyFilter } from '../../shared/filter.ts';
import { type BuiltWorkers, buildWorkers } from '../testing/build-workers.ts';
import { damagePages } from '../testing/damage.ts';
import { insertRow, testLedger } from '../testing/ledger.ts';
import { putRows, rowWith } from '../testing/rows.ts';
import { tempHome } from '../testing/temp-home.ts';
import { packAll } from './columns/pack.ts';
import { createDirectReads, createReadClient, SupersededError } from './read-client.ts';

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildWorkers({ 'read-worker': 'db/read-worker.ts' });
});
afterAll(() => workers.remove());

const client = (database: string, damaged: (error: unknown) => void = () => {}) => {
  const reads = createReadClient({
    database,
    workerFolder: workers.folder,
    weekStart: () => 1,
    damaged,
  });
  onTestFinished(() => reads.close());
  return reads;
};

const only = <T>(...values: T[]) => ({ only: values, hide: [] });

test('every read answers from its thread what it answers on this one', async () => {
  const ledger = testLedger();
  putRows(
    ledger.write,
    Array.from({ length: 30 }, (_, n) =>
      rowWith({ id: n + 1, tool_name: n % 3 === 0 ? 'tree.tag' : 'memory.store' }),
    ),
  );
  const threaded = client(ledger.database);
  const direct = createDirectReads(ledger.read, () => 1);
  const filter = { ...emptyFilter, tool: only('tree.tag') };
  const key = { timestamp_ms: 1_780_000_000_010, id: 10 };
  const days = [{ since_ms: 0, until_ms: 2e12 }];
  for (const [asked, known] of [
    [threaded.page(filter, 5, null), direct.page(filter, 5, null)],
    [threaded.page(filter, 5, key), direct.page(filter, 5, key)],
    [threaded.newer(filter, key, 5), direct.newer(filter, key, 5)],
    [threaded.counts(filter), direct.counts(filter)],
    [threaded.facets(filter), direct.facets(filter)],
    [threaded.dayCounts(filter, days), direct.dayCounts(filter, days)],
    [threaded.detail(7), direct.detail(7)],
    [threaded.detail(99), direct.detail(99)],
    [threaded.bursts(5), direct.bursts(5)],
  ] as const) {
    expect(await asked).toEqual(await known);
  }
  const bars = await threaded.histogram(filter, 10);
  expect(bars.bars.flatMap((bar) => Object.values(bar.counts)).reduce((a, b) => a + b)).toBe(10);
});

test('a row is in the next answer after its commit', async () => {
  const { write, database } = testLedger();
  const reads = client(database);
  for (let n = 1; n <= 20; n += 1) {
    insertRow(write, { timestamp_ms: n });
    const { rows } = await reads.page(emptyFilter, 1, null);
    expect(rows[0]?.id).toBe(n);
  }
});

test('while somebody types, the newest request is answered first and old ones of its kind are dropped', async () => {
  const { write, database } = testLedger();
  insertRow(write, {});
  const reads = client(database);
  const order: string[] = [];
  const ask = (text: string) =>
    reads.facets({ ...emptyFilter, text }).then(
      () => order.push(`${text} answered`),
      (error: unknown) => {
        expect(error).toBeInstanceOf(SupersededError);
        order.push(`${text} dropped`);
      },
    );
  await Promise.all(['m', 'me', 'mem', 'memo'].map(ask));
  // The first was under way: it is stopped, unless it was done before.
  expect(order).toContain('memo answered');
  expect(order).toEqual(expect.arrayContaining(['me dropped', 'mem dropped']));
});

test('a sum over every row is stopped when another text is asked for, and answered afterwards', async () => {
  const { write, database } = testLedger();
  // Rows of many blocks hold the text, so that it is compared with all of them.
  const many = 30_000;
  putRows(
    write,
    Array.from({ length: many }, (_, n) => rowWith({ id: n + 1, reason: `a horse ${n}` })),
  );
  write.transaction(() => packAll(write));
  const reads = client(database);
  await reads.counts(emptyFilter);
  const order: string[] = [];
  const count = async (text: string) => {
    const { matching } = await reads.counts({ ...emptyFilter, text });
    order.push(`${text}: ${matching}`);
  };
  await Promise.all([count('horse'), count('row 29999')]);
  expect(order).toEqual(['row 29999: 1', `horse: ${many}`]);
});

test('pages of one list do not push each other out, and requests of another kind stay', async () => {
  const { write, database } = testLedger();
  insertRow(write, {});
  const reads = client(database);
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => reads.page(emptyFilter, 1, null)),
    reads.detail(1),
    reads.bursts(1),
    reads.counts(emptyFilter),
    reads.histogram(emptyFilter, 3),
  ]);
  expect(answers).toHaveLength(10);
});

test('case c01-wal-growth: no read outlives its answer, so the log can be emptied between answers', async () => {
  const ledger = testLedger();
  const reads = client(ledger.database);
  putRows(
    ledger.write,
    Array.from({ length: 2000 }, (_, n) => rowWith({ id: n + 1 })),
  );
  await Promise.all([reads.page(emptyFilter, 50, null), reads.facets(emptyFilter)]);
  const other = new Database(ledger.database);
  onTestFinished(() => void other.close());
  // TRUNCATE says busy where a reader still holds a part of the log.
  expect(other.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
  expect(statSync(`${ledger.database}-wal`).size).toBe(0);
});

test('a file that was set aside is not read on: the next answer is from the new one', async () => {
  const ledger = testLedger();
  insertRow(ledger.write, {});
  const reads = client(ledger.database);
  expect((await reads.page(emptyFilter, 5, null)).rows).toHaveLength(1);
  ledger.checkpoint();
  damagePages(ledger.database);
  ledger.damaged(new Error('malformed'));
  expect((await reads.page(emptyFilter, 5, null)).rows).toHaveLength(0);
});

test('no ledger is an answer in plain words, and when there is one it is read', async () => {
  const home = tempHome();
  const database = join(home, 'inkwatch.db');
  const reads = client(database);
  await expect(reads.page(emptyFilter, 5, null)).rejects.toThrow(/There is no ledger at/);
  testLedger(home);
  expect((await reads.page(emptyFilter, 5, null)).rows).toEqual([]);
});

test('a reader that cannot start fails its requests with a message, and the next one tries again', async () => {
  const { database } = testLedger();
  const folder = tempHome();
  const reads = createReadClient({ database, workerFolder: folder, weekStart: () => 1 });
  onTestFinished(() => reads.close());
  await expect(reads.detail(1)).rejects.toThrow(/could not be read: its reader stopped/);
  expect(existsSync(join(folder, 'read-worker.js'))).toBe(false);
  await expect(Promise.all([reads.detail(1), reads.detail(2)])).rejects.toThrow(
    /could not be read/,
  );
});

test('a reader that dies takes its own request with it and no other', async () => {
  const folder = tempHome();
  writeFileSync(
    join(folder, 'read-worker.js'),
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', ({ id, args }) =>
       args.id === 13 ? process.exit(1) : parentPort.postMessage({ id, ok: true, value: null }));`,
  );
  const reads = createReadClient({ database: 'none', workerFolder: folder, weekStart: () => 1 });
  onTestFinished(() => reads.close());
  expect(await reads.detail(1)).toBeNull();
  const [deadly, waiting] = await Promise.allSettled([reads.detail(13), reads.detail(2)]);
  expect(deadly).toMatchObject({ status: 'rejected', reason: { name: 'ReadError' } });
  expect(waiting).toEqual({ status: 'fulfilled', value: null });
  expect(await reads.detail(3)).toBeNull();
});

test('arguments that cannot cross to a thread fail their own request and no other', async () => {
  const { database } = testLedger();
  const reads = client(database);
  const wrong = Symbol('no number') as unknown as number;
  const [asked, next] = await Promise.allSettled([reads.detail(wrong), reads.detail(1)]);
  expect(asked.status).toBe('rejected');
  expect(next).toEqual({ status: 'fulfilled', value: null });
});

test('after close every request is refused and nothing keeps the process', async () => {
  const { database } = testLedger();
  const reads = client(database);
  const last = reads.facets(emptyFilter).catch((error: Error) => error.message);
  await reads.close();
  expect(await last).toMatch(/./);
  await expect(reads.detail(1)).rejects.toThrow('The ledger is closed.');
  await reads.close();
});

test('a damaged file is said in plain words, with the code that tells the core', async () => {
  const ledger = testLedger();
  putRows(
    ledger.write,
    Array.from({ length: 300 }, (_, n) => rowWith({ id: n + 1 })),
  );
  ledger.close();
  damagePages(ledger.database, 20);
  const told: unknown[] = [];
  const reads = client(ledger.database, (error) => told.push(error));
  await expect(reads.counts({ ...emptyFilter, text: 'row' })).rejects.toMatchObject({
    message: 'the ledger file is damaged',
    code: expect.stringMatching(/^SQLITE_CORRUPT/),
  });
  expect(told).toHaveLength(1);
});
