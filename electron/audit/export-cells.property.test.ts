import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, plainCells } from '../../shared/csv.ts';
import { emptyFilter } from '../../shared/filter.ts';
import { type LedgerRow, ledgerColumns } from '../../shared/ledger.ts';
import { exportRows } from '../db/readers/export-rows.ts';
import { changeMarks } from '../db/writers/marks.ts';
import { testLedger } from '../testing/ledger.ts';
import { putRows, rowWith } from '../testing/rows.ts';
import { exportText } from './export-text.ts';

/** What has a meaning in a CSV file or a spreadsheet, at any place of a cell. */
const piece = fc.constantFrom(
  ...['=', '+', '-', '@', '＝', '＠', '\t', '\r', '\n', '\r\n', ' ', '\u200b', '\ufeff', '\u3000'],
  ...[
    ',',
    '"',
    '""',
    "'",
    ';',
    '|',
    '\u0000',
    'a',
    '1',
    'plan',
    '{"a":1}',
    '🦊',
    '会',
    'é',
    '\u202e',
  ],
);
const hostile = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('plain', 'mcp:x', '') }, hostile);
const number = fc.option(
  fc.oneof(fc.nat(99), fc.constantFrom(-5, 2 ** 40, Number.MAX_SAFE_INTEGER)),
);

const someRow = fc.record({
  client_info: text,
  tool_name: text,
  args_summary: fc.option(text),
  resulting_chunk_id: fc.option(text),
  error_message: fc.option(text),
  server_name: text,
  client_name: fc.option(text),
  client_version: fc.option(text),
  session_id: fc.option(text),
  model: fc.option(text),
  namespace: fc.option(text),
  reason: fc.option(text),
  args_digest: fc.option(text),
  finished_ms: number,
  elapsed_ms: number,
  repeats_id: number,
  row_hash: fc.option(text),
});

/** One record, cell by cell: what the file must be, whatever way it was read. */
const record = (row: LedgerRow, marks: readonly (number | string | null)[]): string => {
  const cells = ledgerColumns.map((column) =>
    column === 'timestamp_ms'
      ? `${new Date(row.timestamp_ms).toISOString()},${row.timestamp_ms}`
      : csvCell(row[column]),
  );
  return `${[...cells, ...marks.map(csvCell)].join(',')}\r\n`;
};

test('a file is, byte for byte, what its cells are one by one; a line of JSON is its row', () => {
  const { write: db } = testLedger();
  fc.assert(
    fc.property(
      fc.array(someRow, { minLength: 1, maxLength: 12 }),
      fc.option(hostile),
      (parts, said) => {
        db.transaction(() => {
          db.run('DELETE FROM mcp_writes');
          db.run('DELETE FROM write_marks');
        });
        const rows = parts.map((row, n) => rowWith({ ...row, id: n + 1 }));
        putRows(db, rows);
        if (said !== null) changeMarks(db, { ids: [1], flagged: true, comment: said }, 7);
        const mark = db.get<{ comment: string | null }>('SELECT comment FROM write_marks');
        const marksOf = (row: LedgerRow) =>
          mark !== undefined && row.id === 1 ? [1, 0, mark.comment] : [0, 0, null];
        const query = { filter: emptyFilter, bounds: { since_ms: null, until_ms: null } };
        const ids = rows.map((row) => row.id);
        for (const scope of [{ kind: 'filter', query } as const, { kind: 'ids', ids } as const]) {
          const made = (format: 'csv' | 'jsonl') => {
            const by = exportText({ format, byteOrderMark: false, timeZone: 'utc' });
            return [...exportRows(db, scope, by.form).pages].map((page) => by.page(page)).join('');
          };
          const newest = rows.toReversed();
          expect(made('csv')).toBe(newest.map((row) => record(row, marksOf(row))).join(''));
          const lines = newest.map((row) => {
            const [flagged, reviewed, comment] = marksOf(row);
            return `${JSON.stringify({ ...inOrder(row), flagged, reviewed, comment })}\n`;
          });
          expect(made('jsonl')).toBe(lines.join(''));
        }
      },
    ),
    { numRuns: 300 },
  );
});

const inOrder = (row: LedgerRow) =>
  Object.fromEntries(ledgerColumns.map((column) => [column, row[column]]));

test('a run of cells passes as plain exactly where each of them stays as it is', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (cells) => {
      const same = cells.every((one) => csvCell(one) === one && !one.includes(','));
      const isPlain = plainCells(cells.length)(cells.join(','));
      // White space before a letter needs no apostrophe, but a closer look.
      if (isPlain) expect(same).toBe(true);
      if (cells.every((one) => /^[a-z:]*$/.test(one))) expect(isPlain).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
