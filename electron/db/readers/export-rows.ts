import type { LedgerRow, PageKey } from '../../../shared/ledger.ts';
import { compileFilter, type ResolvedFilter } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import { type Way, walkSql, wayThrough } from '../walk.ts';
import { matching } from './counts.ts';
import { writeColumns } from './write.ts';

export type ExportScope =
  | { readonly kind: 'filter'; readonly query: ResolvedFilter }
  | { readonly kind: 'ids'; readonly ids: readonly number[] };

/** A row of the ledger and, after it, what a person said of it. */
export interface ExportRow extends LedgerRow {
  readonly flagged: 0 | 1;
  readonly reviewed: 0 | 1;
  readonly comment: string | null;
}

export interface ExportRows {
  readonly total: number;
  /** Newest first, in pages; each page is a read of its own, so that none holds the log (case c01). */
  readonly pages: Iterable<readonly ExportRow[]>;
}

const pageRows = 500;

/** The rows of an export as they are now: what is written after this call is not among them (case e03). */
export function exportRows(db: ReadHandle, scope: ExportScope): ExportRows {
  const columns = `${writeColumns}, ${markColumns(db)}`;
  return scope.kind === 'ids'
    ? rowsByIds(db, scope.ids, columns)
    : rowsByFilter(db, scope.query, columns);
}

/** Of the same query: putting them beside each of a million rows afterwards took a third of the time. */
function markColumns(db: ReadHandle): string {
  // Most ledgers have none: then no row asks for any.
  if (db.get('SELECT 1 FROM write_marks LIMIT 1') === undefined) {
    return '0 AS flagged, 0 AS reviewed, NULL AS comment';
  }
  const of = (column: string) =>
    `(SELECT ${column} FROM write_marks WHERE write_marks.write_id = mcp_writes.id)`;
  return `coalesce(${of('flagged')}, 0) AS flagged, coalesce(${of('reviewed')}, 0) AS reviewed,
    ${of('comment')} AS comment`;
}

function rowsByIds(db: ReadHandle, ids: readonly number[], columns: string): ExportRows {
  const rows = db.all<ExportRow>(
    `SELECT ${columns} FROM mcp_writes WHERE id IN (SELECT value FROM json_each(?))
      ORDER BY timestamp_ms DESC, id DESC`,
    [JSON.stringify(ids)],
  );
  return { total: rows.length, pages: [rows] };
}

function rowsByFilter(db: ReadHandle, query: ResolvedFilter, columns: string): ExportRows {
  return db.snapshot(() => {
    const newest = db.get<{ id: number | null }>('SELECT max(id) AS id FROM mcp_writes')?.id ?? 0;
    const compiled = compileFilter(db, query);
    if (compiled.nothing) return { total: 0, pages: [] };
    const upTo = { sql: 'mcp_writes.id <= ?', params: [newest] };
    const filter = { ...compiled, rest: [...compiled.rest, upTo] };
    const way = wayThrough(db, filter);
    return { total: matching(db, query), pages: walkPages(db, way, columns) };
  });
}

function* walkPages(db: ReadHandle, way: Way, columns: string): Iterable<readonly ExportRow[]> {
  let key: PageKey | null = null;
  for (;;) {
    const { sql, params } = walkSql(way, columns, { direction: 'older', key }, pageRows);
    const rows: readonly ExportRow[] = db.all<ExportRow>(sql, params);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    key = { timestamp_ms: last.timestamp_ms, id: last.id };
  }
}
