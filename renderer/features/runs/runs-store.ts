import { create } from 'zustand';
import type { WriteRow } from '../../../shared/answers.ts';

interface RunsState {
  /** Open runs, each with how many pages of its writes are wanted. */
  readonly open: ReadonlyMap<string, number>;
  /** Key of the item that the keyboard stands on. */
  readonly activeKey: string | null;
  readonly detailsRow: WriteRow | null;
  readonly toggle: (run: string, open?: boolean) => void;
  readonly loadMore: (run: string) => void;
  readonly activate: (key: string) => void;
  readonly openDetails: (row: WriteRow) => void;
  readonly closeDetails: () => void;
}

/** Kept while other pages are shown: who comes back finds what was open. */
export const useRuns = create<RunsState>((set, get) => ({
  open: new Map(),
  activeKey: null,
  detailsRow: null,
  toggle: (run, wanted) => {
    const open = new Map(get().open);
    if (wanted ?? !open.has(run)) open.set(run, open.get(run) ?? 1);
    else open.delete(run);
    set({ open });
  },
  loadMore: (run) => {
    const open = new Map(get().open);
    open.set(run, (open.get(run) ?? 0) + 1);
    set({ open });
  },
  activate: (activeKey) => set({ activeKey }),
  openDetails: (detailsRow) => set({ detailsRow }),
  closeDetails: () => set({ detailsRow: null }),
}));
