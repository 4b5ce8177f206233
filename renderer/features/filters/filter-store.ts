import { create } from 'zustand';
import { emptyFilter, type WriteFilter } from '../../../shared/filter.ts';
import { sameFilter } from './filter-edits.ts';
import { placeNow, type ViewPlace } from './view-place.ts';

/** A filter that was left, with the place in its list. */
export interface FilterStep {
  readonly filter: WriteFilter;
  readonly place: ViewPlace | null;
}

interface FilterState {
  readonly filter: WriteFilter;
  /** Where to begin in the list of this filter; null: at its newest end. */
  readonly place: ViewPlace | null;
  readonly past: readonly FilterStep[];
  readonly future: readonly FilterStep[];
  /** True while the newest step of the past is being typed on: letters are not steps of their own. */
  readonly typing: boolean;
  readonly setFilter: (next: WriteFilter) => void;
  readonly back: () => void;
  readonly forward: () => void;
}

const kept = 50;

/** The one filter, with the earlier ones to go back to. */
export const useFilter = create<FilterState>((set, get) => ({
  filter: emptyFilter,
  place: null,
  past: [],
  future: [],
  typing: false,
  setFilter: (next) => {
    const { filter, past, typing } = get();
    if (sameFilter(filter, next)) return;
    const types = sameFilter({ ...filter, text: next.text }, next);
    const steps = types && typing ? past : [...past, { filter, place: placeNow() }].slice(-kept);
    set({ filter: next, place: null, past: steps, future: [], typing: types });
  },
  back: () => {
    const { filter, past, future } = get();
    const last = past.at(-1);
    if (last === undefined) return;
    const here = { filter, place: placeNow() };
    set({ ...last, past: past.slice(0, -1), future: [here, ...future], typing: false });
  },
  forward: () => {
    const { filter, past, future } = get();
    const [next, ...rest] = future;
    if (next === undefined) return;
    const here = { filter, place: placeNow() };
    set({ ...next, past: [...past, here], future: rest, typing: false });
  },
}));
