import { expect, it } from 'vitest';
import { shownOutcomeOf } from '../../shared/outcome.ts';
import { type MadeUpWrite, madeUpWrites } from './made-up.ts';

const end = Date.parse('2026-12-01T00:00Z');
const make = (seed: number): readonly MadeUpWrite[] => [...madeUpWrites(20_000, end, seed)];

it('makes the same writes from the same seed, and others from another', () => {
  const first = make(1);
  expect(make(1)).toEqual(first);
  expect(make(2)).not.toEqual(first);
});

it('makes what a ledger of years has in it, in order of time', () => {
  const writes = make(1);
  const rows = writes.map(({ row }) => row);
  expect(
    rows.every(({ timestamp_ms }, n) => timestamp_ms >= (rows[n - 1]?.timestamp_ms ?? 0)),
  ).toBe(true);
  expect(rows.at(-1)?.timestamp_ms).toBeLessThan(end);
  expect(new Set(rows.map(shownOutcomeOf)).size).toBe(4);
  const counts = new Map<string, number>();
  for (const { client_info } of rows) counts.set(client_info, (counts.get(client_info) ?? 0) + 1);
  const [most, ...others] = [...counts.values()].toSorted((a, b) => b - a);
  expect(counts.size).toBe(12);
  expect(most).toBeGreaterThan(4 * (others.at(-1) ?? 0));
  const hours = (from: number, to: number) =>
    rows.filter(({ timestamp_ms }) => {
      const hour = new Date(timestamp_ms).getUTCHours();
      return hour >= from && hour < to;
    }).length;
  expect(hours(8, 18)).toBeGreaterThan(5 * hours(0, 6));
  expect(writes.filter(({ burst }) => burst === 1).length).toBeGreaterThan(2);
  expect(writes.some(({ form }) => form === 2)).toBe(true);
  expect(rows.some(({ repeats_id }) => repeats_id !== null)).toBe(true);
  expect(rows.some(({ reason }) => reason?.includes('<script>') === true)).toBe(true);
  expect(rows.some(({ reason }) => reason?.length === 1_000)).toBe(true);
});
