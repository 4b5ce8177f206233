import { describe, expect, it } from 'vitest';
import { noSelection, selectAll, selectOne, selectTo, toggleOne } from './selection.ts';

const shown = [9, 8, 7, 6, 5];
const ids = (selection: { readonly ids: ReadonlySet<number> }) => [...selection.ids];

describe('a selection', () => {
  it('takes and drops single rows', () => {
    const two = toggleOne(selectOne(9), 7);
    expect(ids(two)).toEqual([9, 7]);
    expect(ids(toggleOne(two, 9))).toEqual([7]);
    expect(ids(toggleOne(noSelection, 5))).toEqual([5]);
  });

  it('ranges from its start to a row, in either direction, and back again', () => {
    const range = selectTo(selectOne(7), 5, shown);
    expect(ids(range)).toEqual([7, 6, 5]);
    expect(ids(selectTo(range, 9, shown))).toEqual([9, 8, 7]);
    expect(ids(selectTo(range, 7, shown))).toEqual([7]);
  });

  it('begins anew where its start is not loaded any more', () => {
    expect(ids(selectTo(selectOne(99), 6, shown))).toEqual([6]);
    expect(ids(selectTo(noSelection, 6, shown))).toEqual([6]);
  });

  it('takes everything that is loaded', () => {
    expect(ids(selectAll(shown))).toEqual(shown);
  });
});
