import { describe, expect, it } from 'vitest';
import { emptyFilter } from '../../shared/filter.ts';
import { filterOf, momentOf, wholeNumber } from './options.ts';

describe('times on the command line', () => {
  it.each([
    ['0', 0],
    ['1796076000000', 1_796_076_000_000],
    ['2026-11-30T12:00:00Z', Date.UTC(2026, 10, 30, 12)],
    ['2026-11-30T12:00:00.250+02:00', Date.UTC(2026, 10, 30, 10, 0, 0, 250)],
    ['2026-11-30T12:00', new Date(2026, 10, 30, 12).getTime()],
    ['2026-11-30 12:00', new Date(2026, 10, 30, 12).getTime()],
    ['2026-11-30', new Date(2026, 10, 30).getTime()],
    ['2026-03-29', new Date(2026, 2, 29).getTime()],
  ])('%s', (text, ms) => {
    expect(momentOf(text)).toBe(ms);
  });

  it.each([
    ['5m', 5 * 60_000],
    ['2h', 2 * 3_600_000],
  ])('%s counts back from now', (text, ms) => {
    expect(Math.abs(Date.now() - ms - momentOf(text))).toBeLessThan(1000);
  });

  it('days go by the calendar', () => {
    const date = new Date();
    date.setDate(date.getDate() - 7);
    expect(Math.abs(date.getTime() - momentOf('7d'))).toBeLessThan(1000);
  });

  it.each([
    '',
    'yesterday',
    '2026-13-01',
    '2026-02-31',
    '2026-2-1',
    '12:00',
    '7y',
    '1e3',
    '0x10',
    '99999999999999999999',
  ])('refuses %j and says what is meant', (text) => {
    expect(() => momentOf(text)).toThrow(/ISO 8601/);
  });
});

describe('numbers and filters', () => {
  it.each(['', '-1', '1.5', 'x', '501', '0', ' 5'])('refuses %j as a limit', (text) => {
    expect(() => wholeNumber(1, 500)(text)).toThrow(/from 1 to 500/);
  });

  it('no option filters nothing', () => {
    expect(filterOf({})).toEqual({
      ...emptyFilter,
      time: { kind: 'between', since_ms: null, until_ms: null },
    });
  });

  it('failures are all that are not known to have succeeded', () => {
    expect(filterOf({ successOnly: false }).outcome.only).toEqual(['failed', 'refused', 'unknown']);
    expect(filterOf({ successOnly: true }).outcome.only).toEqual(['succeeded']);
  });
});
