import { expect, test } from 'vitest';
import {
  emptyFilter,
  facetKeys,
  failureOutcomes,
  isUnfiltered,
  writeFilterSchema,
} from './filter.ts';
import { outcomeOf, shownOutcomeOf } from './outcome.ts';

test('the empty filter is a filter and keeps everything', () => {
  expect(writeFilterSchema.parse(emptyFilter)).toEqual(emptyFilter);
  expect(isUnfiltered(emptyFilter)).toBe(true);
  expect(isUnfiltered({ ...emptyFilter, text: '  ' })).toBe(true);
});

test('each dimension alone makes it a filter', () => {
  for (const key of facetKeys) {
    expect(isUnfiltered({ ...emptyFilter, [key]: { only: ['succeeded'], hide: [] } })).toBe(false);
    expect(isUnfiltered({ ...emptyFilter, [key]: { only: [], hide: ['succeeded'] } })).toBe(false);
  }
  expect(isUnfiltered({ ...emptyFilter, text: 'x' })).toBe(false);
  expect(isUnfiltered({ ...emptyFilter, run: 'r' })).toBe(false);
  expect(isUnfiltered({ ...emptyFilter, burst: 1 })).toBe(false);
  expect(isUnfiltered({ ...emptyFilter, time: { kind: 'preset', preset: 'today' } })).toBe(false);
});

test('what is no filter is refused', () => {
  for (const wrong of [
    {},
    { ...emptyFilter, extra: 1 },
    { ...emptyFilter, burst: 0 },
    { ...emptyFilter, text: 'x'.repeat(5001) },
    { ...emptyFilter, outcome: { only: ['fine'], hide: [] } },
    { ...emptyFilter, client: { only: [''], hide: [] } },
  ]) {
    expect(writeFilterSchema.safeParse(wrong).success).toBe(false);
  }
});

test('an outcome has three answers, and a refusal is shown as its own kind of failure', () => {
  const rows = [
    [{ success: 1, finished_ms: 1, error_kind: null }, 'succeeded', 'succeeded'],
    [{ success: 0, finished_ms: 1, error_kind: 'tool' }, 'failed', 'failed'],
    [{ success: 0, finished_ms: 1, error_kind: null }, 'failed', 'failed'],
    [{ success: 0, finished_ms: 1, error_kind: 'refused' }, 'failed', 'refused'],
    [{ success: 0, finished_ms: null, error_kind: null }, 'unknown', 'unknown'],
    [{ success: 1, finished_ms: null, error_kind: null }, 'unknown', 'unknown'],
    [{ success: 0, finished_ms: null, error_kind: 'refused' }, 'unknown', 'unknown'],
  ] as const;
  for (const [row, outcome, shown] of rows) {
    expect([outcomeOf(row), shownOutcomeOf(row)]).toEqual([outcome, shown]);
    expect(failureOutcomes.some((failure) => failure === shown)).toBe(outcome !== 'succeeded');
  }
});
