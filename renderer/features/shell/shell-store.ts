import { create } from 'zustand';

/** Pages of the sidebar, in its order. */
export const pages = [
  'writes',
  'runs',
  'memory',
  'report',
  'alerts',
  'clients',
  'servers',
  'health',
  'settings',
] as const;
/** How to connect is a page of the clients'. */
export type PageName = (typeof pages)[number] | 'connect';

interface ShellState {
  readonly page: PageName;
  readonly sheetOpen: boolean;
  readonly setPage: (page: PageName) => void;
  readonly setSheet: (open: boolean) => void;
}

export const useShell = create<ShellState>((set) => ({
  page: 'writes',
  sheetOpen: false,
  setPage: (page) => set({ page }),
  setSheet: (sheetOpen) => set({ sheetOpen }),
}));
