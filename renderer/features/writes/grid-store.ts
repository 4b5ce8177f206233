import { create } from 'zustand';
import type { WriteRow } from '../../../shared/answers.ts';
import type { PageKey } from '../../../shared/ledger.ts';
import type { FilterStep } from '../filters/filter-store.ts';
import type { ViewPlace } from '../filters/view-place.ts';
import { noSelection, type Selection, selectOne } from './selection.ts';
import type { ListAnchor } from './use-writes-list.ts';

interface GridState {
  /** The row that the keyboard stands on. */
  readonly activeId: number | null;
  /** Its cell; null: the row as a whole. */
  readonly activeColumn: number | null;
  readonly selection: Selection;
  /** The write whose details are open. */
  readonly detailsId: number | null;
  /** That row as the list knew it, so that the details start with it. */
  readonly detailsRow: WriteRow | null;
  readonly live: boolean;
  readonly anchor: ListAnchor;
  readonly activate: (row: WriteRow, selection?: Selection) => void;
  readonly setColumn: (column: number | null) => void;
  readonly setSelection: (selection: Selection) => void;
  readonly openDetails: (row: WriteRow) => void;
  readonly closeDetails: () => void;
  readonly setLive: (live: boolean) => void;
  readonly jump: (end: 'newest' | 'oldest', matching: number) => void;
  /** Shows the page older than `before`, with its row at `row` on top; `start` rows stand before the page. */
  readonly showPage: (before: PageKey, start: number, row: number) => void;
  /** A new filter begins at its newest end, with nothing selected, or where it was left; open details stay. */
  readonly startAnew: (place: ViewPlace | null) => void;
  /** The row that the list is to be scrolled to; null: none, or it is done. */
  readonly restoring: ViewPlace | null;
  /** The place in the list while another page is shown. */
  readonly left: FilterStep | null;
}

export const useGrid = create<GridState>((set, get) => ({
  activeId: null,
  activeColumn: null,
  selection: noSelection,
  detailsId: null,
  detailsRow: null,
  live: true,
  anchor: { end: 'newest', turn: 0, matching: 0 },
  activate: (row, selection) => {
    const follows = get().detailsId !== null;
    set({
      activeId: row.id,
      selection: selection ?? selectOne(row.id),
      ...(follows ? { detailsId: row.id, detailsRow: row } : {}),
    });
  },
  setColumn: (activeColumn) => set({ activeColumn }),
  setSelection: (selection) => set({ selection }),
  openDetails: (row) =>
    set({
      detailsId: row.id,
      detailsRow: row,
      activeId: row.id,
      // Several rows stay selected while one of them, or another, is read.
      ...(get().selection.ids.size > 1 ? {} : { selection: selectOne(row.id) }),
    }),
  closeDetails: () => set({ detailsId: null, detailsRow: null }),
  setLive: (live) => set({ live }),
  jump: (end, matching) => set({ anchor: { end, matching, turn: get().anchor.turn + 1 } }),
  showPage: (key, start, row) =>
    set({
      anchor: {
        end: 'place',
        matching: 0,
        turn: get().anchor.turn + 1,
        // A page at a place begins with the row of its key; this one has none of its own.
        from: { key: { ...key, id: key.id - 1 }, start },
        row,
      },
    }),
  restoring: null,
  left: null,
  startAnew: (place) =>
    set({
      selection:
        place === null
          ? noSelection
          : { ids: new Set(place.selected), from: place.selected[0] ?? null },
      ...(place === null ? {} : { activeId: place.activeId }),
      activeColumn: null,
      restoring: place,
      anchor:
        place === null || place.key === null
          ? { end: 'newest', turn: 0, matching: 0 }
          : {
              end: 'place',
              turn: get().anchor.turn + 1,
              matching: 0,
              from: { key: place.key, start: place.start },
            },
    }),
}));
