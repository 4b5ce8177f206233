import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  parseRelative,
  resolveTimeRange,
  startOfLocalDay,
  type TimeRange,
  type Weekday,
} from './time-range.ts';

afterEach(() => void vi.unstubAllEnvs());

const hour = 3_600_000;
const zones = ['UTC', 'Europe/Berlin', 'Asia/Tokyo', 'America/New_York', 'Pacific/Apia'] as const;

/** The rows of case d04: time, days in Berlin, Tokyo and New York, in Berlin's weeks of 23 March and 19 October. */
const rows: readonly (readonly [number, string, string, string, 0 | 1, 0 | 1])[] = [
  [1774220399999, '2026-03-22', '2026-03-23', '2026-03-22', 0, 0],
  [1774220400000, '2026-03-23', '2026-03-23', '2026-03-22', 1, 0],
  [1774224000000, '2026-03-23', '2026-03-23', '2026-03-22', 1, 0],
  [1774744200000, '2026-03-29', '2026-03-29', '2026-03-28', 1, 0],
  [1774746000000, '2026-03-29', '2026-03-29', '2026-03-28', 1, 0],
  [1774821599999, '2026-03-29', '2026-03-30', '2026-03-29', 1, 0],
  [1774821600000, '2026-03-30', '2026-03-30', '2026-03-29', 0, 0],
  [1774825200000, '2026-03-30', '2026-03-30', '2026-03-29', 0, 0],
  [1792360799999, '2026-10-18', '2026-10-19', '2026-10-18', 0, 0],
  [1792360800000, '2026-10-19', '2026-10-19', '2026-10-18', 0, 1],
  [1792888200000, '2026-10-25', '2026-10-25', '2026-10-24', 0, 1],
  [1792891800000, '2026-10-25', '2026-10-25', '2026-10-24', 0, 1],
  [1792969199999, '2026-10-25', '2026-10-26', '2026-10-25', 0, 1],
  [1792969200000, '2026-10-26', '2026-10-26', '2026-10-25', 0, 0],
];

const bounds = (range: TimeRange, now: number, weekStart: Weekday = 1) => {
  const { since_ms, until_ms } = resolveTimeRange(range, now, weekStart);
  return {
    since: since_ms ?? Number.NEGATIVE_INFINITY,
    until: until_ms ?? Number.POSITIVE_INFINITY,
  };
};
const within = (at: number, { since, until }: { since: number; until: number }) =>
  at >= since && at < until;
const preset = (
  name: 'today' | 'yesterday' | 'this-week' | 'last-7-days' | 'this-month',
): TimeRange => ({ kind: 'preset', preset: name });

describe('case d04-local-days-and-dst', () => {
  test.each([
    ['Europe/Berlin', 1],
    ['Asia/Tokyo', 2],
    ['America/New_York', 3],
  ] as const)('each row is in exactly the day of %s that the case names', (zone, column) => {
    vi.stubEnv('TZ', zone);
    const days = [...new Set(rows.map((row) => row[column]))];
    for (const row of rows) {
      const at = row[0];
      const holding = days.filter((day) =>
        within(at, bounds(preset('today'), new Date(`${day}T12:00:00`).getTime())),
      );
      expect(holding).toEqual([row[column]]);
    }
  });

  test('Berlin’s weeks of the clock changes have 167 and 169 hours and hold the case’s rows', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    for (const [middle, hours, column] of [
      ['2026-03-25T12:00:00', 167, 4],
      ['2026-10-22T12:00:00', 169, 5],
    ] as const) {
      const week = bounds(preset('this-week'), new Date(middle).getTime());
      expect((week.until - week.since) / hour).toBe(hours);
      expect(rows.map((row) => Number(within(row[0], week)))).toEqual(
        rows.map((row) => row[column]),
      );
    }
  });

  test('today, yesterday and the last seven days over both changes of the clock', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    for (const [day, hours] of [
      ['2026-03-29', 23],
      ['2026-10-25', 25],
    ] as const) {
      const noon = new Date(`${day}T12:00:00`).getTime();
      const today = bounds(preset('today'), noon);
      expect((today.until - today.since) / hour).toBe(hours);
      const tomorrow = bounds(preset('yesterday'), noon + 24 * hour);
      expect(tomorrow).toEqual(today);
      const seven = bounds(preset('last-7-days'), noon);
      expect((seven.until - seven.since) / hour).toBe(7 * 24 + hours - 24);
    }
  });

  test('the range follows the zone when the system’s zone changes while the program runs', () => {
    const at = 1774220400000;
    vi.stubEnv('TZ', 'Europe/Berlin');
    const berlin = bounds(preset('today'), at);
    vi.stubEnv('TZ', 'America/New_York');
    expect(bounds(preset('today'), at)).not.toEqual(berlin);
  });
});

test('a day that a zone skipped is no day, and the days around it meet (Apia, 30 December 2011)', () => {
  vi.stubEnv('TZ', 'Pacific/Apia');
  const before = bounds(preset('today'), new Date('2011-12-29T12:00:00').getTime());
  const after = bounds(preset('today'), new Date('2011-12-31T12:00:00').getTime());
  expect(before.until).toBe(after.since);
});

test.each(zones)(
  'in %s every moment is in exactly one day, one week and one month, and days follow each other',
  (zone) => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.integer({ min: 0, max: 6 }),
        (at, start) => {
          const weekStart = start as Weekday;
          const day = bounds(preset('today'), at);
          expect(within(at, day)).toBe(true);
          expect(startOfLocalDay(at)).toBe(day.since);
          expect(bounds(preset('today'), day.until).since).toBe(day.until);
          expect(bounds(preset('today'), day.since - 1).until).toBe(day.since);
          for (const range of [preset('this-week'), preset('this-month')]) {
            const whole = bounds(range, at, weekStart);
            expect(within(at, whole)).toBe(true);
            expect(whole.since).toBeLessThanOrEqual(day.since);
            expect(whole.until).toBeGreaterThanOrEqual(day.until);
            expect(bounds(range, whole.until, weekStart).since).toBe(whole.until);
          }
          expect(new Date(bounds(preset('this-week'), at, weekStart).since).getDay()).toBe(
            weekStart,
          );
        },
      ),
    );
  },
);

test('minutes and hours count back from now, days and weeks keep the time of day', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const now = new Date('2026-03-30T09:00:00').getTime();
  const since = (text: string) => bounds(parseRelative(text) ?? { kind: 'all' }, now).since;
  expect(now - since('5m')).toBe(300_000);
  expect(now - since('3h')).toBe(3 * hour);
  expect(now - since('2d')).toBe(47 * hour);
  expect(now - since('1w')).toBe(167 * hour);
  expect(new Date(since('2d')).getHours()).toBe(9);
});

test.each(['', '5', 'm', '5x', '-5m', '0d', '5 m m', '1e3d', '9999999d', '５m', '5m\u0000'])(
  '%j is no relative time',
  (text) => {
    expect(parseRelative(text)).toBeNull();
  },
);

test('relative times are read with any case and spaces', () => {
  expect(parseRelative(' 7D ')).toEqual({ kind: 'last', amount: 7, unit: 'd' });
  expect(parseRelative('15 m')).toEqual({ kind: 'last', amount: 15, unit: 'm' });
});

test('a range between moments is what it says, an open one stays open', () => {
  expect(resolveTimeRange({ kind: 'all' }, 0, 1)).toEqual({ since_ms: null, until_ms: null });
  expect(resolveTimeRange({ kind: 'between', since_ms: 5, until_ms: null }, 0, 1)).toEqual({
    since_ms: 5,
    until_ms: null,
  });
});
