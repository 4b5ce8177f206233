import { expect, test } from 'vitest';
import { activitySpanMs, activitySpans } from '../../../shared/connections.ts';
import { testLedger } from '../../testing/ledger.ts';
import { putRows, rowWith } from '../../testing/rows.ts';
import { connectionActivity } from './connection-activity.ts';

const now = 1_000 * activitySpanMs + 5;
const ago = (spans: number) => now - spans * activitySpanMs;
/** As many zeros as spans, but for these. */
const spans = (some: Readonly<Record<number, number>>) =>
  Array.from({ length: activitySpans }, (_, n) => some[activitySpans - 1 - n] ?? 0);

test('the writes of the last seven days are counted per connection, and go on from where they were', () => {
  const { write } = testLedger();
  putRows(write, [
    rowWith({ id: 1, timestamp_ms: ago(activitySpans + 3) }),
    rowWith({ id: 2, timestamp_ms: ago(activitySpans - 1), row_hash: 'x' }),
    rowWith({ id: 3, timestamp_ms: ago(1), client_id: 'c-1' }),
    rowWith({ id: 4, timestamp_ms: ago(1), client_id: null }),
    rowWith({ id: 5, timestamp_ms: now, row_hash: 'a' }),
  ]);
  const byName = (at: number) =>
    Object.fromEntries(connectionActivity(write, at).map((one) => [one.client_id, one.spans]));
  const first = { home: spans({ 0: 1, [activitySpans - 1]: 1 }), 'c-1': spans({ 1: 1 }) };
  expect(byName(now)).toEqual(first);
  expect(byName(now)).toEqual(first);
  putRows(write, [rowWith({ id: 6, timestamp_ms: now, client_id: 'c-1', row_hash: 'b' })]);
  expect(byName(now)).toEqual({ ...first, 'c-1': spans({ 0: 1, 1: 1 }) });
  // A span later the oldest one is gone.
  expect(byName(now + activitySpanMs)).toEqual({
    home: spans({ 1: 1 }),
    'c-1': spans({ 1: 1, 2: 1 }),
  });
});

test('another ledger under the same handle is counted anew', () => {
  const { write } = testLedger();
  putRows(write, [rowWith({ id: 1, timestamp_ms: now, row_hash: 'a' })]);
  expect(connectionActivity(write, now)[0]?.spans.at(-1)).toBe(1);
  write.transaction(() => write.run('DELETE FROM mcp_writes'));
  expect(connectionActivity(write, now)).toEqual([]);
  putRows(write, [
    rowWith({ id: 1, timestamp_ms: now, row_hash: 'c' }),
    rowWith({ id: 2, timestamp_ms: now, row_hash: 'd' }),
  ]);
  expect(connectionActivity(write, now)[0]?.spans.at(-1)).toBe(2);
});
