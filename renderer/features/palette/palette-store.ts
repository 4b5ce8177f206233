import { create } from 'zustand';

interface PaletteState {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

export const usePalette = create<PaletteState>((set) => ({
  open: false,
  setOpen: (open) => set({ open }),
}));
