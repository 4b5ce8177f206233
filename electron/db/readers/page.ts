import type { WriteRow, WritesPage } from '../../../shared/answers.ts';
import type { LedgerRow, PageKey } from '../../../shared/ledger.ts';
import { findRows } from '../columns/page.ts';
import { type CompiledFilter, compileFilter, type ResolvedFilter } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import { type WalkFrom, walkSql, wayThrough } from '../walk.ts';
import { documentOf } from './document.ts';
import { marksByWrite } from './marks.ts';
import { rowsWithIds } from './rows-with-ids.ts';
import { writeColumns } from './write.ts';

/** Puts the title of the chunk that each write touched beside it (null: none, or not known here), and its mark. */
export function withTitles(db: ReadHandle, rows: readonly LedgerRow[]): readonly WriteRow[] {
  const titles = new Map<string, string | null>();
  const titleOf = (chunkId: string): string | null => {
    const known = titles.get(chunkId);
    if (known !== undefined) return known;
    const title = documentOf(db, chunkId)?.title ?? null;
    titles.set(chunkId, title);
    return title;
  };
  const marks = marksByWrite(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...row,
    mark: marks.get(row.id) ?? null,
    chunk_title: row.resulting_chunk_id === null ? null : titleOf(row.resulting_chunk_id),
  }));
}

/** How long a reader looks for the rows of a page before it lets other questions in. */
const stepMs = 35;

/** Rows in the walk's order; null: as many as there are. Else all up to this place were looked at, and none further. */
interface Matching {
  readonly rows: readonly LedgerRow[];
  readonly searchedTo: PageKey | null;
}

/** True: an index has the rows of this filter in order of time, or they are few. */
export function isStraight({ wanted, rest, within, marked, text }: CompiledFilter): boolean {
  if (text?.quick === true || within !== null) return true;
  // Marked rows come in order by themselves; what else is asked of them, the columns know without reading any.
  if (marked.length > 0) return text === null && wanted.length === 0 && rest.length === 1;
  if (text !== null || rest.length > 0) return false;
  return wanted.length === 0 || (wanted.length === 1 && (wanted[0]?.values.length ?? 0) <= 16);
}

/** The next `limit` rows that match, in the walk's order. */
export function matchingRows(
  db: ReadHandle,
  query: ResolvedFilter,
  from: WalkFrom,
  limit: number,
): Matching {
  return db.snapshot(() => {
    const filter = compileFilter(db, query);
    if (filter.nothing) return { rows: [], searchedTo: null };
    if (!isStraight(filter)) {
      const { text } = filter;
      const found = findRows(db, { query, from, limit, text, budgetMs: stepMs });
      if (found !== null) {
        return { rows: rowsInOrder(db, found.ids), searchedTo: found.searchedTo };
      }
    }
    const { sql, params } = walkSql(wayThrough(db, filter), writeColumns, from, limit);
    return { rows: db.all<LedgerRow>(sql, params), searchedTo: null };
  });
}

function rowsInOrder(db: ReadHandle, ids: readonly number[]): readonly LedgerRow[] {
  const byId = new Map(rowsWithIds(db, ids).map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/**
 * Rows older than `before`, newest first; null: from the newest. A step of it: `searched_to` says where a
 * page that is not full goes on.
 */
export function pageStep(
  db: ReadHandle,
  query: ResolvedFilter,
  limit: number,
  before: PageKey | null,
): WritesPage {
  const from = { direction: 'older', key: before } as const;
  const { rows, searchedTo } = matchingRows(db, query, from, limit + 1);
  return {
    rows: withTitles(db, rows.slice(0, limit)),
    more: searchedTo !== null || rows.length > limit,
    searched_to: searchedTo,
  };
}

/**
 * Rows newer than `after`, the oldest of them first to page, answered newest first. Null: the newest page.
 * `more`: others are newer still. A step of it, as above.
 */
export function newerStep(
  db: ReadHandle,
  query: ResolvedFilter,
  after: PageKey | null,
  limit: number,
): WritesPage {
  if (after === null) return { ...pageStep(db, query, limit, null), more: false };
  const from = { direction: 'newer', key: after } as const;
  const { rows, searchedTo } = matchingRows(db, query, from, limit + 1);
  return {
    rows: withTitles(db, rows.slice(0, limit).toReversed()),
    more: searchedTo !== null || rows.length > limit,
    searched_to: searchedTo,
  };
}

/** The whole page: asks on until it is full or nothing is left. */
export function page(
  db: ReadHandle,
  query: ResolvedFilter,
  limit: number,
  before: PageKey | null,
): WritesPage {
  let found: WritesPage = { rows: [], more: false, searched_to: before };
  do {
    const left = limit - found.rows.length;
    found = olderAdded(found, pageStep(db, query, left, found.searched_to ?? null));
  } while (found.searched_to != null);
  return { rows: found.rows, more: found.more };
}

/** The whole page, as `page`. */
export function newer(
  db: ReadHandle,
  query: ResolvedFilter,
  after: PageKey | null,
  limit: number,
): WritesPage {
  if (after === null) return { ...page(db, query, limit, null), more: false };
  let found: WritesPage = { rows: [], more: false, searched_to: after };
  do {
    const left = limit - found.rows.length;
    found = newerAdded(found, newerStep(db, query, found.searched_to ?? null, left));
  } while (found.searched_to != null);
  return { rows: found.rows, more: found.more };
}

/** What a further step found, joined to what came before it. */
export const olderAdded = (before: WritesPage, step: WritesPage): WritesPage => ({
  ...step,
  rows: [...before.rows, ...step.rows],
});

export const newerAdded = (before: WritesPage, step: WritesPage): WritesPage => ({
  ...step,
  rows: [...step.rows, ...before.rows],
});
