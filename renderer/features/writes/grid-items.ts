import type { WriteRow } from '../../../shared/answers.ts';
import { startOfDay, type Zone } from '../../lib/zone.ts';

/** One line of the grid: a day's heading, or a write. */
export type GridItem =
  | { readonly kind: 'day'; readonly key: string; readonly since: number; readonly until: number }
  | { readonly kind: 'row'; readonly key: string; readonly row: WriteRow; readonly index: number };

/** Rows (newest first) under headings of their days in `zone`. */
export function gridItems(rows: readonly WriteRow[], zone: Zone): readonly GridItem[] {
  const items: GridItem[] = [];
  let since = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  rows.forEach((row, index) => {
    const at = row.timestamp_ms;
    if (at < since || at >= until) {
      since = startOfDay(at, zone);
      until = startOfDay(at, zone, 1);
      // Rows of a broken clock can come back to a day that was left, hence the index.
      items.push({ kind: 'day', key: `day-${since}-${index}`, since, until });
    }
    items.push({ kind: 'row', key: `row-${row.id}`, row, index });
  });
  return items;
}

/** The write that a move by `step` rows lands on, from the row with `id`; stays inside what is loaded. */
export function neighbour(
  rows: readonly WriteRow[],
  id: number | null,
  step: number,
): WriteRow | null {
  const at = rows.findIndex((row) => row.id === id);
  // From nowhere, any move lands on the first row.
  const to = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step));
  return rows[to] ?? null;
}

/** Drops what a sliding range has left behind: rows come newest first, so it is their end. */
export function since(rows: readonly WriteRow[], oldest: number | null): readonly WriteRow[] {
  if (oldest === null) return rows;
  const last = rows.at(-1);
  if (last === undefined || last.timestamp_ms >= oldest) return rows;
  return rows.filter((row) => row.timestamp_ms >= oldest);
}
