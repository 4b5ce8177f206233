import { beforeEach, describe, expect, it } from 'vitest';
import { emptyFilter } from '../../../shared/filter.ts';
import { onlyValue } from './filter-edits.ts';
import { useFilter } from './filter-store.ts';
import { tellPlaceBy } from './view-place.ts';

const store = useFilter.getState;
const text = () => store().filter.text;
const type = (value: string) => store().setFilter({ ...store().filter, text: value });

beforeEach(() => {
  useFilter.setState({ filter: emptyFilter, place: null, past: [], future: [], typing: false });
});

describe('going back', () => {
  it('restores earlier filters, and forward the later ones', () => {
    const codex = onlyValue(emptyFilter, 'client', 'codex');
    store().setFilter(codex);
    store().setFilter({ ...codex, burst: 2 });
    store().back();
    expect(store().filter).toEqual(codex);
    store().back();
    expect(store().filter).toEqual(emptyFilter);
    store().back();
    expect(store().filter).toEqual(emptyFilter);
    store().forward();
    store().forward();
    expect(store().filter.burst).toBe(2);
  });

  it('takes a word that was typed as one step, not its letters', () => {
    for (const value of ['p', 'pl', 'plan']) type(value);
    expect(text()).toBe('plan');
    store().back();
    expect(text()).toBe('');
    expect(store().past).toEqual([]);
  });

  it('brings back the place in the list, in both directions', () => {
    const place = (start: number) => ({
      key: { timestamp_ms: 9, id: start },
      start,
      offset: 64,
      selected: [start, start + 1],
      activeId: start,
    });
    let here = place(400);
    const end = tellPlaceBy(() => here);
    store().setFilter(onlyValue(emptyFilter, 'client', 'codex'));
    expect(store().place).toBeNull();
    here = place(7);
    store().back();
    expect(store().place).toEqual(place(400));
    here = place(400);
    store().forward();
    expect(store().place).toEqual(place(7));
    end();
    store().back();
    store().forward();
    expect(store().place).toBeNull();
  });

  it('counts no step for a filter that is the same', () => {
    store().setFilter({ ...emptyFilter, text: ' ' });
    expect(store().past).toEqual([]);
  });

  it('forgets what was ahead when something new is chosen', () => {
    type('a');
    store().back();
    store().setFilter(onlyValue(emptyFilter, 'tool', 'tree.tag'));
    store().forward();
    expect(store().filter.tool.only).toEqual(['tree.tag']);
  });
});
