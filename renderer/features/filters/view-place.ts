import type { PageKey } from '../../../shared/ledger.ts';

/** Where a person was in the list of a filter: what going back brings back with it. */
export interface ViewPlace {
  /** The topmost row in view; null: the newest end. */
  readonly key: PageKey | null;
  /** How many matching rows stood before it. */
  readonly start: number;
  /** From the upper edge of the list to that row, in pixels. */
  readonly offset: number;
  readonly selected: readonly number[];
  readonly activeId: number | null;
}

let read: () => ViewPlace | null = () => null;

/** The list on the screen says how its place is read; returns the end of it. */
export function tellPlaceBy(reader: () => ViewPlace | null): () => void {
  read = reader;
  return () => {
    if (read === reader) read = () => null;
  };
}

/** Null: no list is on the screen. */
export const placeNow = (): ViewPlace | null => read();
