import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { localTime, utcTime } from './export-time.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Liberia was 44½ minutes behind until 1972; St. John's changed its clocks at 00:01 until 2011. */
const zones = [
  ...['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Monrovia'],
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Apia'],
];

/** Times that follow each other, as the rows of an export do, and times that do not. */
const times = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: -2e11, max: 4e12 }),
      fc
        .constantFrom(
          ...[
            '2010-11-07T02:31Z',
            '2010-03-14T03:31Z',
            '2026-10-25T01:00Z',
            '1972-01-07T00:44:30Z',
          ],
          ...[
            '2026-10-03T15:30Z',
            '0000-01-01T00:00Z',
            '9999-12-31T23:59:59.999Z',
            '1970-01-01T00:00Z',
          ],
        )
        .map(Date.parse),
      fc.constantFrom(8.64e15, -8.64e15, 8.64e15 + 1, 9e15, Number.MAX_SAFE_INTEGER),
    ),
    fc.array(fc.integer({ min: -2_000_000, max: 2_000_000 }), { maxLength: 12 }),
  )
  .map(([at, steps]) => [at, ...steps.map((by) => at + by)]);

describe.each(zones)('times of an export in %s', (zone) => {
  it('are what Date makes of each by itself', () => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(times, (all) => {
        const [utc, local] = [utcTime(), localTime()];
        for (const ms of all) {
          const date = new Date(ms);
          if (Number.isNaN(date.getTime())) {
            expect([utc(ms), local(ms)]).toEqual(['', '']);
            continue;
          }
          expect(utc(ms)).toBe(date.toISOString());
          const minutes = -date.getTimezoneOffset();
          const wall = new Date(ms + minutes * 60_000);
          if (Number.isNaN(wall.getTime())) continue;
          const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
          const offset = [hours, rest].map((part) => String(part).padStart(2, '0')).join(':');
          const sign = minutes < 0 ? '-' : '+';
          expect(local(ms)).toBe(`${wall.toISOString().slice(0, -1)}${sign}${offset}`);
        }
      }),
      { numRuns: 500 },
    );
  });
});
