import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clock,
  count,
  dayTitle,
  duration,
  isoTime,
  longTime,
  nearDay,
  offset,
  relativeTime,
  took,
  whenInSentence,
  whenInWords,
} from './format.ts';
import { timeLabel } from './time-label.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const now = Date.parse('2026-11-29T22:30:00+01:00');
const at = Date.parse('2026-11-29T22:14:08.123+01:00');

describe('times', () => {
  it('are shown on the clock that was asked for', () => {
    expect(clock(at, 'local')).toBe('22:14:08');
    expect(clock(at, 'utc')).toBe('21:14:08');
    expect(isoTime(at, 'local')).toBe('2026-11-29T22:14:08.123+01:00');
    expect(isoTime(at, 'utc')).toBe('2026-11-29T21:14:08.123Z');
    expect(longTime(at, 'local')).toBe('2026-11-29 22:14:08.123 +01:00');
    expect(longTime(at, 'utc')).toBe('2026-11-29 21:14:08.123 UTC');
  });

  it('d04: follow the system’s zone when it changes while the window is open', () => {
    expect(clock(at, 'local')).toBe('22:14:08');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(clock(at, 'local')).toBe('06:14:08');
  });

  it('are named by how near they are', () => {
    expect(nearDay(at, 'local', now)).toBe('Today');
    expect(nearDay(at - 86_400_000, 'local', now)).toBe('Yesterday');
    expect(nearDay(at - 2 * 86_400_000, 'local', now)).toBeNull();
    expect(whenInWords(at, 'local', now)).toBe('today 22:14:08');
    expect(whenInSentence(at, 'local', now)).toBe('at 22:14');
    expect(whenInSentence(at - 86_400_000, 'local', now)).toBe('yesterday at 22:14');
    expect(whenInSentence(at - 5 * 86_400_000, 'local', now)).toBe('on 24 Nov at 22:14');
    expect(dayTitle(at, 'local', now)).toBe('Sunday 29 November');
    expect(dayTitle(Date.parse('2025-01-02T12:00Z'), 'local', now)).toBe('Thursday 2 January 2025');
  });

  it('say what they can of a time that no calendar holds', () => {
    for (const text of [
      clock(1e18, 'local'),
      isoTime(1e18, 'utc'),
      relativeTime(1e18, now),
      longTime(1e18, 'utc'),
    ]) {
      expect(text).toBe('unknown time');
    }
  });

  it('say so where the clock was set back', () => {
    expect(relativeTime(at, at + 180_000)).toBe('3 minutes ago');
    expect(relativeTime(at + 180_000, at)).toBe('in 3 minutes');
    expect(relativeTime(at, at + 1000)).toBe('just now');
  });
});

describe('amounts', () => {
  it('are counted in groups of three and timed in units that fit', () => {
    expect(count(1_003_211)).toBe('1,003,211');
    expect([took(null), took(4), took(1234), took(180_000)]).toEqual([
      '–',
      '4 ms',
      '1.2 s',
      '3 min',
    ]);
    expect([duration(40_000), duration(600_000), duration(10_800_000)]).toEqual([
      '40 s',
      '10 min',
      '3 h',
    ]);
    expect([offset(47_000), offset(3_725_000), offset(-5000)]).toEqual([
      '+0:47',
      '+1:02:05',
      '-0:05',
    ]);
  });
});

describe('a range on its button', () => {
  const between = (since: string | null, until: string | null): string => {
    const ms = (text: string | null) => (text === null ? null : Date.parse(text));
    return timeLabel({ kind: 'between', since_ms: ms(since), until_ms: ms(until) }, now);
  };

  it('names days by their days, the last one included', () => {
    expect(between('2026-11-02T00:00+01:00', '2026-11-06T00:00+01:00')).toBe('2 Nov – 5 Nov');
    expect(between('2026-11-02T00:00+01:00', '2026-11-03T00:00+01:00')).toBe('2 Nov');
    expect(between('2025-12-31T00:00+01:00', null)).toBe('Since 31 Dec 2025');
    expect(between(null, '2026-11-03T00:00+01:00')).toBe('Until 2 Nov');
  });

  it('names the clock where edges are no midnights', () => {
    expect(between('2026-11-02T08:00+01:00', '2026-11-02T10:30+01:00')).toBe(
      '2 Nov, 08:00 – 10:30',
    );
    expect(between('2026-11-02T08:00+01:00', '2026-11-03T10:00+01:00')).toBe(
      '2 Nov, 08:00 – 3 Nov, 10:00',
    );
  });

  it('says presets and relative ranges in their own words', () => {
    expect(timeLabel({ kind: 'preset', preset: 'this-week' }, now)).toBe('This week');
    expect(timeLabel({ kind: 'last', amount: 5, unit: 'm' }, now)).toBe('Last 5 minutes');
    expect(between(null, null)).toBe('All time');
  });
});
