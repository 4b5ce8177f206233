import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyFilter, type WriteFilter } from '../../shared/filter.ts';
import { type BuiltWorkers, buildWorkers } from '../testing/build-workers.ts';
import { everything, exporter } from '../testing/export.ts';
import { insertRow, testLedger } from '../testing/ledger.ts';
import { putRows, rowWith } from '../testing/rows.ts';
import { tempHome } from '../testing/temp-home.ts';
import { startExport } from './export.ts';
import type { ExportJob } from './export-job.ts';

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildWorkers({ 'export-worker': 'audit/export-worker.ts' });
});
afterAll(() => workers.remove());

const exporting = () => exporter(() => workers.folder);

const filtered = (filter: Partial<WriteFilter>): ExportJob['scope'] => ({
  kind: 'filter',
  filter: { ...emptyFilter, ...filter },
});

test('case e04-export-ignores-filters: the file holds exactly the rows of the filter, in screen order', async () => {
  const { write, records } = exporting();
  putRows(
    write,
    Array.from({ length: 2000 }, (_, n) =>
      rowWith({
        id: n + 1,
        timestamp_ms: (n * 7919) % 5000,
        client_info: n % 3 === 0 ? 'mcp:cursor' : 'mcp:claude-code',
        tool_name: n % 5 === 0 ? 'tree.tag' : 'memory.store',
        reason: n % 7 === 0 ? 'the 100% plan' : null,
        success: n % 2 === 0 ? 1 : 0,
      }),
    ),
  );
  const filter: Partial<WriteFilter> = {
    time: { kind: 'between', since_ms: 100, until_ms: 4900 },
    client: { only: ['cursor'], hide: [] },
    tool: { only: ['tree.tag'], hide: [] },
    outcome: { only: ['failed', 'refused', 'unknown'], hide: [] },
    text: '100% PLAN',
  };
  const wanted = write.all<{ id: number }>(
    `SELECT id FROM mcp_writes WHERE timestamp_ms >= 100 AND timestamp_ms < 4900 AND client_info = 'mcp:cursor'
      AND tool_name = 'tree.tag' AND success = 0 AND reason IS NOT NULL ORDER BY timestamp_ms DESC, id DESC`,
  );
  expect(wanted.length).toBeGreaterThan(3);
  expect((await records({ scope: filtered(filter) })).map((row) => Number(row.id))).toEqual(
    wanted.map((row) => row.id),
  );
  expect(await records({ scope: { kind: 'ids', ids: [5, 3, 1999] } })).toHaveLength(3);
});

test('case e04-export-ignores-filters: no match is a file with its header alone', async () => {
  const { write, records, csv } = exporting();
  insertRow(write, {});
  for (const filter of [
    { client: { only: ['nobody'], hide: [] } },
    { outcome: { only: [], hide: ['succeeded', 'failed', 'refused', 'unknown'] } },
    { burst: 7 },
  ] satisfies Partial<WriteFilter>[]) {
    expect(await records({ scope: filtered(filter) })).toEqual([]);
  }
  expect((await csv({ scope: filtered({ run: 'none' }) })).split('\r\n')).toHaveLength(2);
});

test('case e03-big-export-memory: rows that come after the start are not included, and progress reaches the total', async () => {
  const { write, start, folder } = exporting();
  putRows(
    write,
    Array.from({ length: 20_000 }, (_, n) => rowWith({ id: n + 1 })),
  );
  const told: [number, number][] = [];
  const running = start({}, (written, total) => {
    // The worker counted its rows before it said so; these would come last in its order.
    if (told.length === 0) for (let n = 0; n < 50; n += 1) insertRow(write, { timestamp_ms: 0 });
    told.push([written, total]);
  });
  expect(await running.done).toEqual({ state: 'done', written: 20_000, why: null });
  expect(told[0]).toEqual([0, 20_000]);
  expect(told.at(-1)).toEqual([20_000, 20_000]);
  expect(readFileSync(join(folder, 'writes.csv'), 'utf8').split('\r\n')).toHaveLength(20_002);
});

test('a cancelled export leaves nothing', async () => {
  const { write, start, folder } = exporting();
  putRows(
    write,
    Array.from({ length: 30_000 }, (_, n) => rowWith({ id: n + 1 })),
  );
  const running = start({}, () => running.cancel());
  expect(await running.done).toMatchObject({ state: 'cancelled', why: null });
  expect(readdirSync(folder)).toEqual([]);
});

test('the file that was there before stays until the new one is whole', async () => {
  const { write, start, folder } = exporting();
  insertRow(write, {});
  writeFileSync(join(folder, 'writes.csv'), 'yesterday');
  expect(await start({ scope: { kind: 'ids', ids: [1] } }).done).toMatchObject({ state: 'done' });
  expect(readFileSync(join(folder, 'writes.csv'), 'utf8')).not.toContain('yesterday');
  expect(readdirSync(folder)).toEqual(['writes.csv']);
});

test('a place that cannot be written to is said in plain words with what to do', async () => {
  const { start, folder } = exporting();
  expect(await start({ file: join(folder, 'none', 'x.csv') }).done).toEqual({
    state: 'failed',
    written: 0,
    why: expect.stringMatching(/does not exist. Choose another/),
  });
  mkdirSync(join(folder, 'taken.csv'));
  expect((await start({ file: join(folder, 'taken.csv') }).done).why).toMatch(
    /folder has this name/,
  );
  expect(readdirSync(folder)).toEqual(['taken.csv']);
});

test('half a file that a crashed export left is cleared away by the next one; that of a running process stays', async () => {
  const { start, folder } = exporting();
  // No process has this number: it is beyond what any system gives.
  writeFileSync(join(folder, '.inkwatch-export-999999999-1.part'), 'half');
  writeFileSync(join(folder, `.inkwatch-export-${process.pid}-1.part`), 'under way');
  writeFileSync(join(folder, '.inkwatch-export-mine.txt'), 'a person’s');
  await start().done;
  expect(readdirSync(folder).toSorted()).toEqual([
    `.inkwatch-export-${process.pid}-1.part`,
    '.inkwatch-export-mine.txt',
    'writes.csv',
  ]);
});

test('an export whose worker cannot start fails in words', async () => {
  const ledger = testLedger();
  const { done } = startExport(
    { database: ledger.database, workerFolder: tempHome(), weekStart: () => 1 },
    {
      file: join(tempHome(), 'x.csv'),
      scope: everything,
      format: 'csv',
      byteOrderMark: false,
      timeZone: 'utc',
    },
    () => {},
  );
  expect(await done).toMatchObject({
    state: 'failed',
    why: expect.stringMatching(/Nothing was exported/),
  });
});
