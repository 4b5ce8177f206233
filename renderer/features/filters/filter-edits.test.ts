import { describe, expect, it } from 'vitest';
import { emptyFilter, failureOutcomes } from '../../../shared/filter.ts';
import {
  clearChips,
  hasChips,
  isFailuresOnly,
  onlyValue,
  sameFilter,
  setFailuresOnly,
  toggleHide,
  toggleOnly,
} from './filter-edits.ts';

describe('a facet value', () => {
  it('is ticked and let go again', () => {
    const ticked = toggleOnly(toggleOnly(emptyFilter, 'client', 'cursor'), 'client', 'codex');
    expect(ticked.client).toEqual({ only: ['cursor', 'codex'], hide: [] });
    expect(toggleOnly(ticked, 'client', 'cursor').client.only).toEqual(['codex']);
  });

  it('is kept alone by “only”, whatever was chosen before', () => {
    const hidden = toggleHide(toggleOnly(emptyFilter, 'tool', 'a'), 'tool', 'b');
    expect(onlyValue(hidden, 'tool', 'c').tool).toEqual({ only: ['c'], hide: [] });
  });

  it('is never kept and hidden at once', () => {
    const hidden = toggleHide(toggleOnly(emptyFilter, 'tool', 'a'), 'tool', 'a');
    expect(hidden.tool).toEqual({ only: [], hide: ['a'] });
    expect(toggleOnly(hidden, 'tool', 'a').tool).toEqual({ only: ['a'], hide: [] });
    expect(toggleHide(hidden, 'tool', 'a').tool).toEqual({ only: [], hide: [] });
  });

  it('is refused where it is no outcome', () => {
    expect(() => toggleOnly(emptyFilter, 'outcome', 'splendid')).toThrow();
  });
});

describe('failures only', () => {
  it('keeps everything that is not known to have succeeded, unknown included (case d01)', () => {
    const on = setFailuresOnly(emptyFilter, true);
    expect(on.outcome.only).toEqual(['failed', 'refused', 'unknown']);
    expect(isFailuresOnly(on)).toBe(true);
    expect(setFailuresOnly(on, false)).toEqual(emptyFilter);
  });

  it('is the same whichever way it was ticked, and not a part of it', () => {
    const ticked = [...failureOutcomes]
      .reverse()
      .reduce((filter, outcome) => toggleOnly(filter, 'outcome', outcome), emptyFilter);
    expect(isFailuresOnly(ticked)).toBe(true);
    expect(isFailuresOnly(toggleOnly(ticked, 'outcome', 'failed'))).toBe(false);
    expect(isFailuresOnly(emptyFilter)).toBe(false);
  });
});

describe('chips', () => {
  it('go at once, and the time stays', () => {
    const time = { kind: 'preset', preset: 'today' } as const;
    const filter = { ...onlyValue(emptyFilter, 'client', 'codex'), time, text: 'plan', burst: 3 };
    expect(hasChips(filter)).toBe(true);
    expect(clearChips(filter)).toEqual({ ...emptyFilter, time });
    expect(hasChips(clearChips(filter))).toBe(false);
  });
});

describe('two filters', () => {
  it('are the same by meaning, not by the order of ticking or the space around a text', () => {
    const ab = toggleOnly(toggleOnly(emptyFilter, 'tool', 'a'), 'tool', 'b');
    const ba = toggleOnly(toggleOnly(emptyFilter, 'tool', 'b'), 'tool', 'a');
    expect(sameFilter(ab, ba)).toBe(true);
    expect(sameFilter({ ...emptyFilter, text: 'x ' }, { ...emptyFilter, text: 'x' })).toBe(true);
    expect(sameFilter(ab, emptyFilter)).toBe(false);
    expect(
      sameFilter(toggleHide(emptyFilter, 'tool', 'a'), onlyValue(emptyFilter, 'tool', 'a')),
    ).toBe(false);
  });
});
