import { create } from 'zustand';

interface TimePickerState {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

/** Open or not: the key `t` opens it from anywhere. */
export const useTimePicker = create<TimePickerState>((set) => ({
  open: false,
  setOpen: (open) => set({ open }),
}));
