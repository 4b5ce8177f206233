import { create } from 'zustand';
import type { TimeRange } from '../../../shared/time-range.ts';

export const rangeNames = ['today', 'last-7-days', 'this-month', 'all'] as const;
export type RangeName = (typeof rangeNames)[number];

/** What of the page is shown; the servers themselves come over IPC. */
type Shown =
  | { readonly kind: 'list' }
  | { readonly kind: 'server'; readonly name: string }
  | { readonly kind: 'import' };

interface ServersState {
  readonly shown: Shown;
  readonly range: RangeName;
  /** Tools not used for so many days are "to prune". */
  readonly unusedDays: number;
  readonly show: (shown: Shown) => void;
  readonly setRange: (range: RangeName) => void;
  readonly setUnusedDays: (days: number) => void;
}

export const useServersPage = create<ServersState>((set) => ({
  shown: { kind: 'list' },
  range: 'last-7-days',
  unusedDays: 30,
  show: (shown) => set({ shown }),
  setRange: (range) => set({ range }),
  setUnusedDays: (unusedDays) => set({ unusedDays }),
}));

export function rangeOf(name: RangeName): TimeRange {
  return name === 'all' ? { kind: 'all' } : { kind: 'preset', preset: name };
}
