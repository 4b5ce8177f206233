import { useMemo } from 'react';
import { create } from 'zustand';
import { type ColumnLayout, shownColumns } from '../../../shared/columns.ts';
import { useSettings } from '../../data/queries.ts';
import { useSet } from '../settings/use-set.ts';

interface Dragging {
  /** The layout while an edge is dragged; null: none is. */
  readonly draft: ColumnLayout | null;
  readonly setDraft: (draft: ColumnLayout | null) => void;
}

/** A width that is being dragged is not kept at every pixel. */
export const useColumnDraft = create<Dragging>((set) => ({
  draft: null,
  setDraft: (draft) => set({ draft }),
}));

export interface Columns {
  readonly layout: ColumnLayout;
  /** False: the usual ones, which drop the least needed where there is no room. */
  readonly custom: boolean;
  readonly set: (layout: ColumnLayout | null) => void;
}

/** The grid's columns as this home keeps them. */
export function useColumns(): Columns {
  const kept = useSettings().window.columns;
  const draft = useColumnDraft((state) => state.draft);
  const change = useSet();
  const layout = useMemo(() => draft ?? shownColumns(kept), [draft, kept]);
  return {
    layout,
    custom: draft !== null || kept !== null,
    set: (columns) => change({ window: { columns } }),
  };
}
