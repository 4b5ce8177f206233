import { expect, test } from 'vitest';
import { testLedger } from '../../testing/ledger.ts';
import { putRows, rowWith } from '../../testing/rows.ts';
import { recentWrites } from './recent-writes.ts';

const now = 1_780_000_000_000;
const hour = 3_600_000;

const found = (rows: readonly Parameters<typeof rowWith>[0][]) => {
  const { write } = testLedger();
  putRows(write, rows.map(rowWith));
  return recentWrites(write, now - hour, now);
};

test('writes of connections within the hour, failed ones too, oldest first', () => {
  expect(
    found([
      { id: 1, timestamp_ms: now - hour },
      { id: 2, timestamp_ms: now - hour + 1, client_id: 'c-1' },
      { id: 3, timestamp_ms: now - 5, success: 0, error_kind: 'invalid' },
      { id: 4, timestamp_ms: now - 4, success: 0, finished_ms: null },
      { id: 5, timestamp_ms: now - 3, success: 0, error_kind: 'refused' },
      { id: 6, timestamp_ms: now - 2, transport: 'window' },
      { id: 7, timestamp_ms: now - 2, client_id: null },
      { id: 8, timestamp_ms: now - 2, effect: 'read' },
    ]),
  ).toEqual([
    { client_id: 'c-1', at_ms: now - hour + 1 },
    { client_id: 'home', at_ms: now - 5 },
    { client_id: 'home', at_ms: now - 4 },
  ]);
});

test('after the clock was set back, writes from before it still count, as old as those after them', () => {
  // Written until 02:00; set back to 00:00, where `now` is; two more.
  expect(
    found([
      { id: 1, timestamp_ms: now + 2 * hour - 2 },
      { id: 2, timestamp_ms: now + 2 * hour - 1 },
      { id: 3, timestamp_ms: now - 20 },
      { id: 4, timestamp_ms: now - 10 },
    ]).map(({ at_ms }) => at_ms),
  ).toEqual([now - 20, now - 20, now - 20, now - 10]);
  expect(found([{ id: 1, timestamp_ms: now + 2 * hour }])).toHaveLength(1);
});

test('rows that were written while the clock was wrong are old once a later row says so', () => {
  expect(
    found([
      { id: 1, timestamp_ms: now + 9000 * hour },
      { id: 2, timestamp_ms: now - 2 * hour },
    ]),
  ).toEqual([]);
});

test('imported rows, whose times are another ledger’s, hide nothing', () => {
  expect(
    found([
      { id: 1, timestamp_ms: now - 10 },
      { id: 2, timestamp_ms: 5, transport: 'import', client_id: null },
    ]),
  ).toHaveLength(1);
});

test('a ledger of more rows than one batch is walked to the end of the hour', () => {
  const many = Array.from({ length: 12_000 }, (_, n) => ({
    id: n + 1,
    timestamp_ms: now - 12_000 + n,
  }));
  expect(found(many)).toHaveLength(12_000);
});
