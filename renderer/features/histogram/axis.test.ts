import { afterEach, describe, expect, it, vi } from 'vitest';
import { axisTicks } from './axis.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const at = (text: string): number => Date.parse(text);
const labels = (since: string, until: string, most = 12): readonly string[] => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  return axisTicks(at(since), at(until), 'local', most).map((tick) => tick.label);
};

describe('labels of the axis', () => {
  it('are days over a week', () => {
    expect(labels('2026-11-23T00:00+01:00', '2026-11-30T00:00+01:00')).toEqual([
      'Mon 23',
      'Tue 24',
      'Wed 25',
      'Thu 26',
      'Fri 27',
      'Sat 28',
      'Sun 29',
    ]);
  });

  it('d04: stand on local midnights over both changes of the clock', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    for (const [since, until] of [
      ['2026-03-27T00:00+01:00', '2026-04-01T00:00+02:00'],
      ['2026-10-23T00:00+02:00', '2026-10-28T00:00+01:00'],
    ] as const) {
      const ticks = axisTicks(at(since), at(until), 'local', 12);
      expect(ticks).toHaveLength(5);
      for (const tick of ticks) expect(new Date(tick.at).getHours()).toBe(0);
    }
  });

  it('are full hours over a day, the day that has 25 included', () => {
    const day = labels('2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', 8);
    expect(day[0]).toBe('Sun 25');
    expect(day.every((label) => label === 'Sun 25' || label.endsWith(':00'))).toBe(true);
    expect(new Set(day).size).toBe(day.length);
  });

  it('are months over a year, minutes over an hour, and never more than there is room for', () => {
    expect(labels('2026-01-01T00:00+01:00', '2027-01-01T00:00+01:00', 6)).toEqual([
      'Jan 2026',
      'Apr 2026',
      'Jul 2026',
      'Oct 2026',
    ]);
    expect(labels('2026-11-30T10:00+01:00', '2026-11-30T11:00+01:00', 6)).toContain('10:30');
    expect(labels('2026-11-30T10:00:00+01:00', '2026-11-30T10:00:06+01:00', 6)).toContain(
      '10:00:03',
    );
    for (const most of [1, 3, 7]) {
      expect(labels('2026-01-01T00:00Z', '2026-11-30T00:00Z', most).length).toBeLessThanOrEqual(
        most + 1,
      );
    }
  });

  it('are none for a range without a length', () => {
    expect(labels('2026-11-30T00:00Z', '2026-11-30T00:00Z')).toEqual([]);
  });
});
