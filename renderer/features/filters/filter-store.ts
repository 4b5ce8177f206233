import { create } from 'zustand';
import { emptyFilter, type WriteFilter } from '../../../shared/filter.ts';
import { sameFilter } from './filter-edits.ts';

interface FilterState {
  readonly filter: WriteFilter;
  readonly past: readonly WriteFilter[];
  readonly future: readonly WriteFilter[];
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
  past: [],
  future: [],
  typing: false,
  setFilter: (next) => {
    const { filter, past, typing } = get();
    if (sameFilter(filter, next)) return;
    const types = sameFilter({ ...filter, text: next.text }, next);
    const steps = types && typing ? past : [...past, filter].slice(-kept);
    set({ filter: next, past: steps, future: [], typing: types });
  },
  back: () => {
    const { filter, past, future } = get();
    const last = past.at(-1);
    if (last === undefined) return;
    set({ filter: last, past: past.slice(0, -1), future: [filter, ...future], typing: false });
  },
  forward: () => {
    const { filter, past, future } = get();
    const [next, ...rest] = future;
    if (next === undefined) return;
    set({ filter: next, past: [...past, filter], future: rest, typing: false });
  },
}));
