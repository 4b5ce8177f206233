import { expect, test } from 'vitest';
import { emptyFilter } from '../../../shared/filter.ts';
import { insertRow, testLedger } from '../../testing/ledger.ts';
import { histogram } from './histogram.ts';

test('the first write of a new ledger stands at the end of an hour of bars', () => {
  const { read, write } = testLedger();
  const now = new Date('2026-11-30T12:00:00Z').getTime();
  insertRow(write, { timestamp_ms: now - 5 });
  const query = { filter: emptyFilter, bounds: { since_ms: null, until_ms: null } };
  const { bars, since_ms } = histogram(read, query, 60, now);
  expect(since_ms).toBe(now - 3_600_000);
  expect(bars).toHaveLength(60);
  expect(bars.map(({ counts }) => counts.succeeded)).toEqual([...Array(59).fill(0), 1]);
});
