import type { LedgerRow, PageKey } from '../../../shared/ledger.ts';
import { compileFilter, joined, oneOf, type ResolvedFilter } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import { type Way, walkSql, wayThrough } from '../walk.ts';
import { writeColumns } from './write.ts';

export type ExportScope =
  | { readonly kind: 'filter'; readonly query: ResolvedFilter }
  | { readonly kind: 'ids'; readonly ids: readonly number[] };

export interface ExportRows {
  readonly total: number;
  /** Newest first, in pages; each page is a read of its own, so that none holds the log (case c01). */
  readonly pages: Iterable<readonly LedgerRow[]>;
}

const pageRows = 500;

/** The rows of an export as they are now: what is written after this call is not among them (case e03). */
export function exportRows(db: ReadHandle, scope: ExportScope): ExportRows {
  return scope.kind === 'ids' ? rowsByIds(db, scope.ids) : rowsByFilter(db, scope.query);
}

function rowsByIds(db: ReadHandle, ids: readonly number[]): ExportRows {
  const rows = db.all<LedgerRow>(
    `SELECT ${writeColumns} FROM mcp_writes WHERE id IN (SELECT value FROM json_each(?))
      ORDER BY timestamp_ms DESC, id DESC`,
    [JSON.stringify(ids)],
  );
  return { total: rows.length, pages: [rows] };
}

function rowsByFilter(db: ReadHandle, query: ResolvedFilter): ExportRows {
  const newest = db.get<{ id: number | null }>('SELECT max(id) AS id FROM mcp_writes')?.id ?? 0;
  const compiled = compileFilter(db, query);
  if (compiled.nothing) return { total: 0, pages: [] };
  const upTo = { sql: 'mcp_writes.id <= ?', params: [newest] };
  const filter = { ...compiled, rest: [...compiled.rest, upTo] };
  const every = joined([...filter.wanted.map(oneOf), ...filter.time, ...filter.rest]);
  const total =
    db.get<{ n: number }>(`SELECT count(*) AS n FROM mcp_writes WHERE ${every.sql}`, every.params)
      ?.n ?? 0;
  return { total, pages: walkPages(db, wayThrough(db, filter)) };
}

function* walkPages(db: ReadHandle, way: Way): Iterable<readonly LedgerRow[]> {
  let key: PageKey | null = null;
  for (;;) {
    const { sql, params } = walkSql(way, writeColumns, { direction: 'older', key }, pageRows);
    const rows: readonly LedgerRow[] = db.all<LedgerRow>(sql, params);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    key = { timestamp_ms: last.timestamp_ms, id: last.id };
  }
}
