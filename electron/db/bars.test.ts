import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { barsOver } from './bars.ts';

afterEach(() => void vi.unstubAllEnvs());

const hour = 3_600_000;
const minute = 60_000;

const widths = (since: number, until: number, most: number) => {
  const { edges } = barsOver(since, until, most);
  return [...new Set(edges.slice(1).map((edge, n) => edge - (edges[n] ?? 0)))];
};

test('bars are as narrow as a readable width allows', () => {
  vi.stubEnv('TZ', 'UTC');
  expect(widths(0, 60_000, 60)).toEqual([1000]);
  expect(widths(0, hour, 60)).toEqual([minute]);
  expect(widths(0, 24 * hour, 30)).toEqual([hour]);
  expect(widths(0, 24 * hour, 20)).toEqual([2 * hour]);
  expect(widths(0, 7 * 24 * hour, 7)).toEqual([24 * hour]);
  expect(widths(0, 365 * 24 * hour, 60)).toEqual([7 * 24 * hour]);
});

test('case d04-local-days-and-dst: bars of a day begin at local midnight, also where a day has 23 or 25 hours', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const since = new Date('2026-03-25T15:00:00').getTime();
  const until = new Date('2026-04-02T11:00:00').getTime();
  const { edges, unit } = barsOver(since, until, 12);
  expect(edges.every((edge) => new Date(edge).getHours() === 0)).toBe(true);
  expect(edges).toHaveLength(10);
  expect(new Set(edges.slice(1).map((edge, n) => (edge - (edges[n] ?? 0)) / hour))).toEqual(
    new Set([24, 23]),
  );
  expect(unit).toBe(hour);
});

test.each(['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Africa/Cairo'])(
  'in %s bars cover any range without a gap, never more than asked for, in whole units',
  (zone) => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.maxSafeInteger()),
        fc.oneof(
          fc.integer({ min: 0, max: 10 * 365 * 24 * hour }),
          fc.integer({ min: 0, max: 5000 }),
          fc.maxSafeInteger(),
        ),
        fc.integer({ min: 1, max: 400 }),
        (since, length, most) => {
          const until = since + length;
          const { edges, unit } = barsOver(since, until, most);
          const shown = { since: Math.max(since, -8.6e15), until: Math.min(until, 8.6e15) };
          if (shown.since >= shown.until) return;
          expect(edges.length - 1).toBeLessThanOrEqual(most);
          expect(edges.length).toBeGreaterThan(1);
          expect(edges[0]).toBeLessThanOrEqual(shown.since);
          expect(edges.at(-1)).toBeGreaterThanOrEqual(shown.until);
          for (const [n, edge] of edges.slice(1).entries()) {
            const width = edge - (edges[n] ?? 0);
            expect(width).toBeGreaterThan(0);
            expect(width % unit).toBe(0);
          }
        },
      ),
      { numRuns: 60 },
    );
  },
);

test('an empty range has no bars', () => {
  expect(barsOver(5, 5, 10).edges).toEqual([]);
  expect(barsOver(6, 5, 10).edges).toEqual([]);
});
