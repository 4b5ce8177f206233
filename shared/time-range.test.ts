import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeTimeRange } from './time-range.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The words for a range between two local times of Berlin; the words of dates follow the locale. */
const between = (since: string | null, until: string | null): string => {
  const ms = (text: string | null): number | null => (text === null ? null : Date.parse(text));
  return describeTimeRange({ kind: 'between', since_ms: ms(since), until_ms: ms(until) });
};
const day = (text: string): string =>
  new Date(text).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

describe('describeTimeRange', () => {
  it('names whole local days by their days, the last one included, on a day of 23 hours too', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(between('2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00')).toBe(
      day('2026-03-29T12:00Z'),
    );
    expect(between('2026-03-29T00:00+01:00', null)).toBe(`Since ${day('2026-03-29T12:00Z')}`);
    expect(between(null, '2026-03-30T00:00+02:00')).toBe(`Until ${day('2026-03-29T12:00Z')}`);
    expect(between(null, null)).toBe('All time');
  });

  it('names the times of day where a range is not whole days', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const words = between('2026-11-30T09:30+01:00', '2026-11-30T10:15:20+01:00');
    expect(words).toContain(day('2026-11-30T12:00Z'));
    expect(words).toMatch(/09:30.* to .*10:15:20/);
    expect(between('2026-11-30T09:30+01:00', null)).not.toBe(
      between('2026-11-30T09:31+01:00', null),
    );
  });

  it('has words for times that no calendar holds', () => {
    expect(
      describeTimeRange({ kind: 'between', since_ms: Number.MIN_SAFE_INTEGER, until_ms: null }),
    ).toBe('Since -9007199254740991 ms');
  });
});
