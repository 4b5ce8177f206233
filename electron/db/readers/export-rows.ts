import { plainCells } from '../../../shared/csv.ts';
import { type LedgerRow, ledgerColumns, type PageKey } from '../../../shared/ledger.ts';
import { compileFilter, type ResolvedFilter } from '../filter-sql.ts';
import type { ReadHandle, SqlValue } from '../handles.ts';
import { type Way, walkSql, wayThrough } from '../walk.ts';
import { matching } from './counts.ts';

export type ExportScope =
  | { readonly kind: 'filter'; readonly query: ResolvedFilter }
  | { readonly kind: 'ids'; readonly ids: readonly number[] };

export type Values = readonly SqlValue[];

/** Columns of the ledger that are read together. */
export interface ExportRun {
  readonly columns: readonly (keyof LedgerRow)[];
  /** Whether the columns, joined by commas, are the cells of a CSV file; null: a column alone. */
  readonly isPlain: ((joined: string) => boolean) | null;
}

/** Read alone: what a page goes on from, and texts that have something to quote as often as not. */
const alone: ReadonlySet<keyof LedgerRow> = new Set([
  ...(['id', 'timestamp_ms', 'args_summary', 'error_message', 'reason'] as const),
]);

/**
 * The ledger's columns in their order, those joined that mostly need no quotes: thirty values of a million
 * rows cost more to bring over one by one than all the rest of an export.
 */
export const exportRuns: readonly ExportRun[] = ledgerColumns
  .reduce<(keyof LedgerRow)[][]>((runs, column) => {
    const last = runs.at(-1);
    const before = last?.[0];
    if (last === undefined || before === undefined || alone.has(before) || alone.has(column)) {
      runs.push([column]);
    } else {
      last.push(column);
    }
    return runs;
  }, [])
  .map((columns) => ({
    columns,
    isPlain: columns.length === 1 ? null : plainCells(columns.length),
  }));

const valueColumns = ledgerColumns.map((column) => `mcp_writes.${column}`).join(', ');

const runColumns = exportRuns
  .map(({ columns }) => {
    const named = columns.map((column) => `mcp_writes.${column}`);
    return named.length === 1 ? named[0] : `concat(${named.join(", ',', ")})`;
  })
  .join(', ');

/** `values`: the ledger's columns in order. `runs`: the runs of `exportRuns`. */
export type ExportForm = 'values' | 'runs';

export interface ExportPage {
  readonly rows: readonly Values[];
  /** Of the form `runs`, by id: the values of rows that have something to quote within a run. */
  readonly whole: ReadonlyMap<SqlValue, Values>;
  /** By id, what a person said of a row: flagged, reviewed, comment. */
  readonly marks: ReadonlyMap<SqlValue, Values>;
}

export interface ExportRows {
  readonly total: number;
  /** Newest first; each page is a read of its own, so that none holds the log (case c01). */
  readonly pages: Iterable<ExportPage>;
}

const pageRows = 500;
/** Where both forms have them. */
const [idAt, timeAt] = [0, 1];

/** The rows of an export as they are now: what is written after this call is not among them (case e03). */
export function exportRows(db: ReadHandle, scope: ExportScope, form: ExportForm): ExportRows {
  return scope.kind === 'ids'
    ? rowsByIds(db, scope.ids, form)
    : rowsByFilter(db, scope.query, form);
}

const columnsOf = (form: ExportForm): string => (form === 'runs' ? runColumns : valueColumns);

const byIds = (columns: string): string =>
  `SELECT ${columns} FROM mcp_writes WHERE id IN (SELECT value FROM json_each(?))
    ORDER BY timestamp_ms DESC, id DESC`;

function rowsByIds(db: ReadHandle, ids: readonly number[], form: ExportForm): ExportRows {
  const page = db.snapshot(() =>
    completed(db, form, db.values(byIds(columnsOf(form)), [JSON.stringify(ids)])),
  );
  return { total: page.rows.length, pages: [page] };
}

/** The page of these rows; in the snapshot in which they were read. */
function completed(db: ReadHandle, form: ExportForm, rows: readonly Values[]): ExportPage {
  const ids = rows.map((row) => row[idAt] ?? 0);
  const wanted = form === 'runs' ? rows.filter((row) => !isPlain(row)) : [];
  const whole =
    wanted.length === 0
      ? []
      : db.values(byIds(valueColumns), [JSON.stringify(wanted.map((row) => row[idAt]))]);
  const marks = db.values(
    `SELECT write_id, flagged, reviewed, comment FROM write_marks
      WHERE write_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  );
  return {
    rows,
    whole: new Map(whole.map((row) => [row[idAt] ?? 0, row])),
    marks: new Map(marks.map(([id = 0, ...said]) => [id, said])),
  };
}

const isPlain = (row: Values): boolean =>
  exportRuns.every((run, at) => run.isPlain?.(String(row[at])) ?? true);

function rowsByFilter(db: ReadHandle, query: ResolvedFilter, form: ExportForm): ExportRows {
  return db.snapshot(() => {
    const newest = db.get<{ id: number | null }>('SELECT max(id) AS id FROM mcp_writes')?.id ?? 0;
    const compiled = compileFilter(db, query);
    if (compiled.nothing) return { total: 0, pages: [] };
    const upTo = { sql: 'mcp_writes.id <= ?', params: [newest] };
    const filter = { ...compiled, rest: [...compiled.rest, upTo] };
    const way = wayThrough(db, filter);
    return { total: matching(db, query), pages: walkPages(db, way, form) };
  });
}

function* walkPages(db: ReadHandle, way: Way, form: ExportForm): Iterable<ExportPage> {
  let key: PageKey | null = null;
  for (;;) {
    const from: PageKey | null = key;
    const page = db.snapshot(() => {
      const walk = walkSql(way, columnsOf(form), { direction: 'older', key: from }, pageRows);
      return completed(db, form, db.values(walk.sql, walk.params));
    });
    const { rows } = page;
    if (rows.length > 0) yield page;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    key = { timestamp_ms: Number(last[timeAt]), id: Number(last[idAt]) };
  }
}
