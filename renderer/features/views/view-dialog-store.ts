import { create } from 'zustand';

interface ViewDialogState {
  /** `new`: what is shown now gets a name; else the id of the view that is renamed; null: closed. */
  readonly naming: 'new' | { readonly id: string } | null;
  readonly name: (naming: ViewDialogState['naming']) => void;
}

export const useViewDialog = create<ViewDialogState>((set) => ({
  naming: null,
  name: (naming) => set({ naming }),
}));
