import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type LedgerRow, ledgerColumns, numericColumns } from '../../shared/ledger.ts';
import { changeMarks } from '../db/writers/marks.ts';
import { type BuiltWorkers, buildWorkers } from '../testing/build-workers.ts';
import { exporter } from '../testing/export.ts';
import { insertRow } from '../testing/ledger.ts';
import { putRows, rowWith } from '../testing/rows.ts';

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildWorkers({ 'export-worker': 'audit/export-worker.ts' });
});
afterAll(() => workers.remove());

/** What an export says of a row that nobody marked. */
const unmarked = { flagged: 0, reviewed: 0, comment: null };

const exporting = () => exporter(() => workers.folder);
afterEach(() => void vi.unstubAllEnvs());

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
  ).toEqual(rows.toReversed().map((row) => ({ ...row, ...unmarked })));
});

test('marks come after the columns of the ledger, in both formats, and a comment starts no formula', async () => {
  const { write, csv, start, folder } = exporting();
  putRows(write, [rowWith({ id: 1 }), rowWith({ id: 2 })]);
  changeMarks(write, { ids: [2, 99], flagged: true, comment: '=look, "here"' }, 7);
  const [, marked, plain] = (await csv()).split('\r\n');
  expect(marked).toMatch(/,1,0,"'=look, ""here"""$/);
  expect(plain).toMatch(/,0,0,$/);
  const file = join(folder, 'marks.jsonl');
  await start({ file, format: 'jsonl' }).done;
  const [first] = readFileSync(file, 'utf8').split('\n');
  expect(first).toMatch(/"flagged":1,"reviewed":0,"comment":"=look, \\"here\\""\}$/);
});

test('every column is there, in the order of the table, with the time in words before its number', async () => {
  const { write, csv } = exporting();
  insertRow(write, {});
  const [header] = (await csv()).split('\r\n');
  expect(header?.split(',')).toEqual(
    [...ledgerColumns, 'flagged', 'reviewed', 'comment'].flatMap((column) =>
      column === 'timestamp_ms' ? ['time', column] : [column],
    ),
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
