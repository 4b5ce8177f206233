import { create } from 'zustand';

export interface ToastMessage {
  readonly id: number;
  readonly tone: 'plain' | 'ok' | 'failed';
  readonly text: string;
  readonly action: { readonly name: string; readonly run: () => void } | null;
}

interface ToastState {
  readonly messages: readonly ToastMessage[];
  readonly say: (
    message: Omit<ToastMessage, 'id' | 'action'> & Partial<Pick<ToastMessage, 'action'>>,
  ) => void;
  readonly drop: (id: number) => void;
}

/** Short news at the edge of the window; the newest three are kept. */
export const useToasts = create<ToastState>((set, get) => ({
  messages: [],
  say: (message) => {
    const last = get().messages.at(-1);
    const next = { action: null, ...message, id: (last?.id ?? 0) + 1 };
    set({ messages: [...get().messages.slice(-2), next] });
  },
  drop: (id) => set({ messages: get().messages.filter((message) => message.id !== id) }),
}));
