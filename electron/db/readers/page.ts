import type { WriteRow, WritesPage } from '../../../shared/answers.ts';
import type { LedgerRow, PageKey } from '../../../shared/ledger.ts';
import { compileFilter, type ResolvedFilter } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import { type WalkFrom, walkSql, wayThrough } from '../walk.ts';
import { documentOf } from './document.ts';
import { marksByWrite } from './marks.ts';
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

/** The next `limit` rows that match, in the walk's order. */
function matchingRows(
  db: ReadHandle,
  query: ResolvedFilter,
  from: WalkFrom,
  limit: number,
): readonly LedgerRow[] {
  const filter = compileFilter(db, query);
  if (filter.nothing) return [];
  const way = wayThrough(db, filter);
  const { sql, params } = walkSql(way, writeColumns, from, limit);
  return db.all<LedgerRow>(sql, params);
}

/** Rows older than `before`, newest first; null: from the newest. */
export function page(
  db: ReadHandle,
  query: ResolvedFilter,
  limit: number,
  before: PageKey | null,
): WritesPage {
  const rows = matchingRows(db, query, { direction: 'older', key: before }, limit + 1);
  return { rows: withTitles(db, rows.slice(0, limit)), more: rows.length > limit };
}

/**
 * Rows newer than `after`, the oldest of them first to page, answered newest first. Null: the newest page.
 * `more`: others are newer still.
 */
export function newer(
  db: ReadHandle,
  query: ResolvedFilter,
  after: PageKey | null,
  limit: number,
): WritesPage {
  if (after === null) return { ...page(db, query, limit, null), more: false };
  const rows = matchingRows(db, query, { direction: 'newer', key: after }, limit + 1);
  return { rows: withTitles(db, rows.slice(0, limit).toReversed()), more: rows.length > limit };
}
