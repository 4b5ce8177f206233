import type { InfiniteData } from '@tanstack/react-query';
import type { WriteRow } from '../../../shared/answers.ts';
import { FIRST_ROWS } from '../../../shared/ipc/opened.ts';
import type { PageKey } from '../../../shared/ledger.ts';

/** Rows per request, and the most pages kept: what is far from the eye is dropped and asked for again. */
export const pageSize = FIRST_ROWS;
export const maxPages = 10;

/** A run of neighbouring rows, newest first. */
export interface ListPage {
  readonly rows: readonly WriteRow[];
  /** How many matching rows are newer than the first one, as far as known. */
  readonly start: number;
  readonly older: boolean;
  readonly newer: boolean;
}

export type ListParam =
  | { readonly kind: 'newest' }
  | { readonly kind: 'oldest'; readonly matching: number }
  | { readonly kind: 'older'; readonly before: PageKey; readonly start: number }
  | { readonly kind: 'newer'; readonly after: PageKey; readonly end: number };

export type ListData = InfiniteData<ListPage, ListParam>;
type Pages = Pick<ListData, 'pages'>;

export const keyOf = (row: WriteRow): PageKey => ({ timestamp_ms: row.timestamp_ms, id: row.id });

/** Before every row there can be: "newer than this" pages from the oldest end. */
export const beforeAll: PageKey = { timestamp_ms: Number.MIN_SAFE_INTEGER, id: 0 };

/** What to ask for after the last page; undefined at the oldest end. */
export function olderParam(last: ListPage): ListParam | undefined {
  const row = last.rows.at(-1);
  if (!last.older || row === undefined) return undefined;
  return { kind: 'older', before: keyOf(row), start: last.start + last.rows.length };
}

/** What to ask for before the first page; undefined at the newest end, which the live tail serves. */
export function newerParam(first: ListPage): ListParam | undefined {
  const row = first.rows[0];
  if (!first.newer || row === undefined) return undefined;
  return { kind: 'newer', after: keyOf(row), end: first.start };
}

/** True where nothing newer than the first page was left out when it was read. */
export function startsAtNewest(data: Pages): boolean {
  return data.pages[0]?.newer === false;
}

export function rowsOf(data: Pages | undefined): readonly WriteRow[] {
  return data === undefined ? [] : data.pages.flatMap((page) => page.rows);
}

/** How many matching rows stand before the first loaded one. */
export function offsetOf(data: Pages | undefined): number {
  const first = data?.pages[0];
  if (first === undefined || !first.newer) return 0;
  // Writes that came since may have pushed the count below what is certain: one is newer at least.
  return Math.max(1, first.start);
}

/** The list with rows as they are now in the place of what they were; the same object where none of them is in it. */
export function withRows(data: ListData, now: readonly WriteRow[]): ListData {
  const byId = new Map(now.map((row) => [row.id, row]));
  const pages = data.pages.map((page) =>
    page.rows.some((row) => byId.has(row.id))
      ? { ...page, rows: page.rows.map((row) => byId.get(row.id) ?? row) }
      : page,
  );
  return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages };
}

/**
 * Puts newer rows (newest first) before the list and cuts it to its bound at the far end.
 * Rows already there are not doubled: an answer may overlap the page it follows.
 */
export function mergeNewer(data: ListData, newer: readonly WriteRow[]): ListData {
  const known = new Set(data.pages.flatMap((page) => page.rows.map((row) => row.id)));
  const fresh = newer.filter((row) => !known.has(row.id));
  if (fresh.length === 0) return data;
  const last = data.pages.at(-1);
  const all = [...fresh, ...rowsOf(data)];
  const kept = all.slice(0, pageSize * maxPages);
  const pages: ListPage[] = [];
  const pageParams: ListParam[] = [];
  for (let start = 0; start < kept.length; start += pageSize) {
    const before = kept[start - 1];
    const end = start + pageSize;
    pages.push({
      rows: kept.slice(start, end),
      start,
      newer: start > 0,
      older: end < all.length || last?.older === true,
    });
    pageParams.push(
      before === undefined ? { kind: 'newest' } : { kind: 'older', before: keyOf(before), start },
    );
  }
  return { pages, pageParams };
}
