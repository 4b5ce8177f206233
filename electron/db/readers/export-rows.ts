import { plainCells } from '../../../shared/csv.ts';
import { type LedgerRow, ledgerColumns, type PageKey } from '../../../shared/ledger.ts';
import { compileFilter, type ResolvedFilter } from '../filter-sql.ts';
import type { ReadHandle, SqlValue } from '../handles.ts';
import type { Condition } from '../text-filter.ts';
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

/** `rows`: as they are. `runs`: the values of `exportRuns`. */
export type ExportForm = 'rows' | 'runs';

export interface ExportPage {
  /** Of the form `rows`. */
  readonly rows: readonly LedgerRow[];
  /** Of the form `runs`. */
  readonly runs: readonly Values[];
  /** Of the form `runs`, by id: the values of `ledgerColumns` of rows that have something to quote within a run. */
  readonly whole: ReadonlyMap<SqlValue, Values>;
  /** By id, what a person said of a row: flagged, reviewed, comment. */
  readonly marks: ReadonlyMap<SqlValue, Values>;
}

export interface ExportRows {
  readonly total: number;
  /** Newest first; each page is a read of its own, so that none holds the log (case c01). */
  readonly pages: Iterable<ExportPage>;
}

/** How many rows a page has. */
export const sizeOf = ({ rows, runs }: ExportPage): number => rows.length + runs.length;

const pageRows = 500;
/** Where the runs have them. */
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
  const asked = { sql: byIds(columnsOf(form)), params: [JSON.stringify(ids)] };
  const page = readPage(db, form, asked);
  return { total: sizeOf(page), pages: [page] };
}

/** The rows of a statement with all that belongs to them, of one state of the ledger. */
function readPage(db: ReadHandle, form: ExportForm, { sql, params }: Condition): ExportPage {
  return db.snapshot(() => {
    const rows = form === 'rows' ? db.all<LedgerRow>(sql, params) : [];
    const runs = form === 'runs' ? db.values(sql, params) : [];
    const wanted = runs.filter((run) => !isPlain(run)).map((run) => run[idAt]);
    const whole =
      wanted.length === 0 ? [] : db.values(byIds(valueColumns), [JSON.stringify(wanted)]);
    const ids = [...rows.map((row) => row.id), ...runs.map((run) => run[idAt])];
    const marks = db.values(
      `SELECT write_id, flagged, reviewed, comment FROM write_marks
        WHERE write_id IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(ids)],
    );
    return {
      rows,
      runs,
      whole: new Map(whole.map((row) => [row[idAt] ?? 0, row])),
      marks: new Map(marks.map(([id = 0, ...said]) => [id, said])),
    };
  });
}

const isPlain = (values: Values): boolean =>
  exportRuns.every((run, at) => run.isPlain?.(String(values[at])) ?? true);

/** Where the page after this one begins. */
function keyAfter({ rows, runs }: ExportPage): PageKey | null {
  const [row, run] = [rows.at(-1), runs.at(-1)];
  if (row !== undefined) return { timestamp_ms: row.timestamp_ms, id: row.id };
  return run === undefined ? null : { timestamp_ms: Number(run[timeAt]), id: Number(run[idAt]) };
}

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
  do {
    const from = { direction: 'older', key } as const;
    const page = readPage(db, form, walkSql(way, columnsOf(form), from, pageRows));
    if (sizeOf(page) > 0) yield page;
    key = sizeOf(page) < pageRows ? null : keyAfter(page);
  } while (key !== null);
}
