import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { emptyFilter, type WriteFilter } from '../../shared/filter.ts';
import { type LedgerRow, ledgerColumns, numericColumns } from '../../shared/ledger.ts';
import { type BuiltWorkers, buildWorkers } from '../testing/build-workers.ts';
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
afterEach(() => void vi.unstubAllEnvs());

const all: ExportJob['scope'] = { kind: 'filter', filter: emptyFilter };
const filtered = (filter: Partial<WriteFilter>): ExportJob['scope'] => ({
  kind: 'filter',
  filter: { ...emptyFilter, ...filter },
});

const exporting = (ledger = testLedger()) => {
  const folder = tempHome();
  const start = (
    job: Partial<ExportJob> = {},
    onProgress: (written: number, total: number) => void = () => {},
  ) =>
    startExport(
      { database: ledger.database, workerFolder: workers.folder, weekStart: () => 1 },
      {
        file: join(folder, 'writes.csv'),
        scope: all,
        format: 'csv',
        byteOrderMark: false,
        timeZone: 'utc',
        ...job,
      },
      onProgress,
    );
  const csv = async (job: Partial<ExportJob> = {}) => {
    expect(await start(job).done).toMatchObject({ state: 'done', why: null });
    return readFileSync(join(folder, 'writes.csv'), 'utf8');
  };
  const records = async (job: Partial<ExportJob> = {}): Promise<Record<string, string>[]> =>
    parse(await csv(job), { columns: true, bom: true, record_delimiter: '\r\n' });
  return { ...ledger, folder, start, csv, records };
};

interface Cell {
  readonly cell: string;
  readonly starts_formula: boolean;
}

/** The case's own cells. */
const cells: readonly Cell[] = [
  ...[
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    ' =1+1',
    '\uff1d1+1',
    '=HYPERLINK("http://example.invalid","click")',
    "=cmd|' /C calc'!A0",
    '-5',
    '+49 30 1234',
    '\u3000\u200b=1',
    '\tx',
    '\uff0b1',
    '\uff0d1',
    '\uff201',
  ].map((cell) => ({ cell, starts_formula: true })),
  ...[
    '"=1+1',
    "'already quoted",
    '%0A=1+1',
    ';=1+1',
    ',=1+1',
    '|=1+1',
    'a=1',
    'text, with "quotes"\r\nand lines',
  ].map((cell) => ({ cell, starts_formula: false })),
];

const textColumns = [
  'client_name',
  'tool_name',
  'error_message',
  'reason',
  'session_id',
  'namespace',
] as const;

test('case e01-csv-formula: a text cell that starts a formula gets one apostrophe inside quotes, numbers stay numbers', async () => {
  const { write, csv } = exporting();
  putRows(
    write,
    cells.map(({ cell }, n) =>
      rowWith({
        id: n + 1,
        timestamp_ms: n,
        ...Object.fromEntries(textColumns.map((column) => [column, cell])),
      }),
    ),
  );
  const text = await csv();
  const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' });
  expect(rows).toHaveLength(cells.length);
  for (const [n, { cell, starts_formula }] of cells.toReversed().entries()) {
    for (const column of textColumns) {
      expect(rows[n]?.[column]).toBe(starts_formula ? `'${cell}` : cell);
    }
  }
  for (const { cell, starts_formula } of cells) {
    if (starts_formula) expect(text).toContain(`,"'${cell.replaceAll('"', '""')}",`);
  }
  // Numbers are bare in the file itself.
  expect(text.split('\r\n')[1]).toMatch(
    new RegExp(`^${cells.length},1970-01-01T00:00:00\\.\\d{3}Z,${cells.length - 1},`),
  );
});

test('case e01-csv-formula: JSONL keeps the raw value, one record a line', async () => {
  const { write, start, folder } = exporting();
  const rows = cells.map(({ cell }, n) => rowWith({ id: n + 1, timestamp_ms: n, reason: cell }));
  putRows(write, rows);
  const file = join(folder, 'writes.jsonl');
  expect(await start({ file, format: 'jsonl' }).done).toMatchObject({
    state: 'done',
    written: rows.length,
  });
  const text = readFileSync(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as LedgerRow),
  ).toEqual(rows.toReversed());
});

test('every column is there, in the order of the table, with the time in words before its number', async () => {
  const { write, csv } = exporting();
  insertRow(write, {});
  const [header] = (await csv()).split('\r\n');
  expect(header?.split(',')).toEqual(
    ledgerColumns.flatMap((column) => (column === 'timestamp_ms' ? ['time', column] : [column])),
  );
});

test('what is read back is what the ledger holds, value for value', async () => {
  const { write, records } = exporting();
  const rows = [
    rowWith({
      id: 1,
      reason: 'two\nlines, "quoted"',
      args_summary: '{"a":"é🦊"}',
      finished_ms: null,
    }),
    rowWith({ id: 2, error_message: '', namespace: null, elapsed_ms: 0 }),
  ];
  putRows(write, rows);
  const found = await records();
  for (const [n, row] of rows.toReversed().entries()) {
    for (const column of ledgerColumns) {
      const value = row[column];
      const cell = found[n]?.[column];
      expect(numericColumns.has(column) && value !== null ? Number(cell) : cell).toBe(value ?? '');
    }
  }
});

test('the byte-order mark is by choice', async () => {
  const { csv } = exporting();
  expect(await csv({ byteOrderMark: true })).toMatch(/^\ufeffid,time,/);
  expect(await csv({ byteOrderMark: false })).toMatch(/^id,time,/);
});

test('case d04-local-days-and-dst: times carry the offset of their own moment', async () => {
  const { write, records } = exporting();
  const moments = [1774744200000, 1774746000000, 1792888200000, 1792891800000];
  putRows(
    write,
    moments.map((timestamp_ms, n) => rowWith({ id: n + 1, timestamp_ms })),
  );
  const times = async (zone: string, timeZone: 'local' | 'utc') => {
    vi.stubEnv('TZ', zone);
    return (await records({ timeZone })).map((row) => row.time).toReversed();
  };
  expect(await times('Europe/Berlin', 'local')).toEqual([
    '2026-03-29T01:30:00.000+01:00',
    '2026-03-29T03:00:00.000+02:00',
    '2026-10-25T02:30:00.000+02:00',
    '2026-10-25T02:30:00.000+01:00',
  ]);
  expect((await times('America/St_Johns', 'local'))[0]).toBe('2026-03-28T22:00:00.000-02:30');
  expect((await times('Asia/Kolkata', 'local'))[0]).toBe('2026-03-29T06:00:00.000+05:30');
  expect((await times('Asia/Tokyo', 'utc'))[0]).toBe('2026-03-29T00:30:00.000Z');
  for (const [n, row] of (await records({ timeZone: 'local' })).toReversed().entries()) {
    expect(Date.parse(row.time ?? '')).toBe(moments[n]);
  }
});

test('a time that no calendar holds leaves its cell empty and its number whole; a signed year runs no formula', async () => {
  const { write, records } = exporting();
  putRows(
    write,
    [9e15, -62_200_000_000_000, 253_500_000_000_000].map((timestamp_ms, n) =>
      rowWith({ id: n + 1, timestamp_ms }),
    ),
  );
  const found = await records();
  expect(found.map((row) => row.timestamp_ms)).toEqual([
    '9000000000000000',
    '253500000000000',
    '-62200000000000',
  ]);
  expect(found.map((row) => row.time?.slice(0, 2))).toEqual(['', "'+", "'-"]);
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
    // The worker counted its rows before it said so.
    if (told.length === 0) for (let n = 0; n < 50; n += 1) insertRow(write, { timestamp_ms: 9e12 });
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
      scope: all,
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
