import { create } from 'zustand';

export const pages = [
  'writes',
  'runs',
  'memory',
  'report',
  'alerts',
  'connect',
  'settings',
] as const;
export type PageName = (typeof pages)[number];

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
