import { afterEach, expect, test, vi } from 'vitest';
import { rangeAt, stepFrom } from './report-range.ts';

afterEach(() => void vi.unstubAllEnvs());

const days = (ms: number) => {
  const at = new Date(ms);
  return `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()} ${at.getHours()}`;
};

test.each(['Europe/Berlin', 'America/Havana', 'Pacific/Apia', 'Australia/Lord_Howe'])(
  'weeks and months follow each other without a gap or an overlap, in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    for (const span of ['week', 'month'] as const) {
      for (const start of [0, 1, 6] as const) {
        let range = rangeAt(span, Date.parse('2026-01-15T12:00Z'), start);
        for (let n = 0; n < 60; n += 1) {
          const next = rangeAt(span, stepFrom(range, 1), start);
          expect(next.since_ms).toBe(range.until_ms);
          expect(rangeAt(span, stepFrom(next, -1), start)).toEqual(range);
          expect(new Date(next.since_ms).getMinutes()).toBe(0);
          if (span === 'week') expect(new Date(next.since_ms).getDay()).toBe(start);
          range = next;
        }
      }
    }
  },
);

test('the week in which clocks change is a week of seven days', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const range = rangeAt('week', Date.parse('2026-03-27T12:00Z'), 1);
  expect([days(range.since_ms), days(range.until_ms)]).toEqual(['2026-3-23 0', '2026-3-30 0']);
});
