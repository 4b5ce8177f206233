import { create } from 'zustand';

export type MemoryTab = 'text' | 'versions' | 'notes' | 'tags' | 'writes';

interface MemoryState {
  /** Null: all of them, for a search. */
  readonly namespace: string | null;
  readonly query: string;
  readonly chunkId: string | null;
  readonly tab: MemoryTab;
  readonly pickNamespace: (namespace: string | null) => void;
  readonly search: (query: string) => void;
  readonly openChunk: (chunkId: string, tab?: MemoryTab) => void;
  readonly setTab: (tab: MemoryTab) => void;
}

export const useMemory = create<MemoryState>((set, get) => ({
  namespace: null,
  query: '',
  chunkId: null,
  tab: 'text',
  pickNamespace: (namespace) => set({ namespace }),
  search: (query) => set({ query }),
  openChunk: (chunkId, tab) => set({ chunkId, tab: tab ?? get().tab }),
  setTab: (tab) => set({ tab }),
}));
