import { create } from 'zustand';

interface CommentBox {
  /** The write whose comment is being written; null: none. */
  readonly id: number | null;
  readonly edit: (id: number | null) => void;
}

/** Open or not: the key `c` opens it from the grid. */
export const useCommentBox = create<CommentBox>((set) => ({
  id: null,
  edit: (id) => set({ id }),
}));
