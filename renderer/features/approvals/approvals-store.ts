import { create } from 'zustand';

interface ApprovalsState {
  /** The question that is looked at; null: none. */
  readonly shown: string | null;
  readonly show: (approvalId: string | null) => void;
}

/** A question opens when a person asks for it, never by itself: a key meant elsewhere must not answer it. */
export const useApprovals = create<ApprovalsState>((set) => ({
  shown: null,
  show: (shown) => set({ shown }),
}));
