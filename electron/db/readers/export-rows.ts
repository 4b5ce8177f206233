import type { LedgerRow, PageKey } from '../../../shared/ledger.ts';
import { compileFilter, joined, oneOf, type ResolvedFilter } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import { type Way, walkSql, wayThrough } from '../walk.ts';
import { marksByWrite } from './marks.ts';
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
  const { total, pages } =
    scope.kind === 'ids' ? rowsByIds(db, scope.ids) : rowsByFilter(db, scope.query);
  return { total, pages: markedPages(db, pages) };
}

interface LedgerPages {
  readonly total: number;
  readonly pages: Iterable<readonly LedgerRow[]>;
}

function* markedPages(
  db: ReadHandle,
  pages: Iterable<readonly LedgerRow[]>,
): Iterable<readonly ExportRow[]> {
  // Most ledgers have none: then no page asks for any.
  const some = db.get('SELECT 1 FROM write_marks LIMIT 1') !== undefined;
  for (const rows of pages) {
    const marks = some
      ? marksByWrite(
          db,
          rows.map((row) => row.id),
        )
      : null;
    yield rows.map((row) => {
      const mark = marks?.get(row.id);
      return {
        ...row,
        flagged: mark?.flagged === true ? 1 : 0,
        reviewed: mark?.reviewed === true ? 1 : 0,
        comment: mark?.comment ?? null,
      };
    });
  }
}

function rowsByIds(db: ReadHandle, ids: readonly number[]): LedgerPages {
  const rows = db.all<LedgerRow>(
    `SELECT ${writeColumns} FROM mcp_writes WHERE id IN (SELECT value FROM json_each(?))
      ORDER BY timestamp_ms DESC, id DESC`,
    [JSON.stringify(ids)],
  );
  return { total: rows.length, pages: [rows] };
}

function rowsByFilter(db: ReadHandle, query: ResolvedFilter): LedgerPages {
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
