import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyFilter } from '../../../shared/filter.ts';
import { freezeFilter } from './freeze-filter.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a frozen filter', () => {
  const now = Date.parse('2026-11-30T23:59:30+01:00');

  it('e04: means the same range a minute and a midnight later', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const today = { ...emptyFilter, time: { kind: 'preset', preset: 'today' } } as const;
    expect(freezeFilter(today, now, 1).time).toEqual({
      kind: 'between',
      since_ms: Date.parse('2026-11-30T00:00+01:00'),
      until_ms: Date.parse('2026-12-01T00:00+01:00'),
    });
    const last = { ...emptyFilter, time: { kind: 'last', amount: 5, unit: 'm' } } as const;
    expect(freezeFilter(last, now, 1).time).toMatchObject({ since_ms: now - 300_000 });
  });

  it('is the same filter where its range is fixed already', () => {
    expect(freezeFilter(emptyFilter, now, 1)).toBe(emptyFilter);
  });
});
