import type { PageKey } from '../../shared/ledger.ts';
import type { MarkName } from '../../shared/marks.ts';
import {
  type CompiledFilter,
  joined,
  markedById,
  markedByRow,
  notSucceeded,
  oneOf,
  type Wanted,
} from './filter-sql.ts';
import type { ReadHandle } from './handles.ts';
import type { Condition } from './text-filter.ts';

/** Which way through the ledger a query goes: the index that has the rows in order of time. */
export interface Way {
  /** Goes behind the table's name. */
  readonly index: string;
  /** Conditions that enter the index; several: one walk each, merged in order. */
  readonly entries: readonly Condition[];
  /** All others. */
  readonly rest: readonly Condition[];
  /** Goes through a person's marks, which hold the times of their writes: each entry with its index. */
  readonly marks?: readonly MarkEntry[];
}

interface MarkEntry {
  readonly index: string;
  readonly condition: Condition;
}

const indexOf: Readonly<Record<Wanted['column'], string>> = {
  client_info: 'mcp_writes_by_client',
  tool_name: 'mcp_writes_by_tool',
  namespace: 'mcp_writes_by_namespace',
};

/** More walks than this are not merged: the index of time serves them all at once. */
const mostWalks = 16;
/** Rows that are counted to tell a narrow way from a broad one; a sum over all of them repays a longer look. */
const probe = { page: 2_000, sum: 50_000 } as const;

const all: Condition = { sql: '1', params: [] };

/** The same conditions of the time that stands beside a mark. */
const ofMarks = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.map(({ sql, params }) => ({
    sql: sql.replaceAll('mcp_writes.timestamp_ms', 'write_marks.timestamp_ms'),
    params,
  }));

/** Writes with several of the marks come by the first of them only. */
function markEntries(marks: readonly MarkName[], time: readonly Condition[]): readonly MarkEntry[] {
  return marks.map((mark, at) => {
    const before = marks.slice(0, at).map((other) => `write_marks.${other} = 0`);
    const own = { sql: [`write_marks.${mark} = 1`, ...before].join(' AND '), params: [] };
    return { index: `write_marks_${mark}`, condition: joined([own, ...ofMarks(time)]) };
  });
}

function markWidth(db: ReadHandle, entries: readonly MarkEntry[], most: number): number {
  return entries.reduce((sum, { index, condition }) => {
    const found = db.get<{ n: number }>(
      `SELECT count(*) AS n FROM (
        SELECT 1 FROM write_marks INDEXED BY ${index} WHERE ${condition.sql} LIMIT ${most})`,
      condition.params,
    );
    return sum + (found?.n ?? 0);
  }, 0);
}

/** Rows of the index behind its entries, as far as `most` for each. */
function width(db: ReadHandle, way: Candidate, time: readonly Condition[], most: number): number {
  return way.entered.reduce((sum, entry) => {
    const where = joined([entry, ...time]);
    const found = db.get<{ n: number }>(
      `SELECT count(*) AS n FROM (
        SELECT 1 FROM mcp_writes INDEXED BY ${way.index} WHERE ${where.sql} LIMIT ${most})`,
      where.params,
    );
    return sum + (found?.n ?? 0);
  }, 0);
}

interface Candidate extends Way {
  /** What the index holds of the rows that match. */
  readonly entered: readonly Condition[];
}

function candidates(filter: CompiledFilter): readonly Candidate[] {
  const { time, wanted, rest, onlyFailures } = filter;
  const entered = wanted
    .filter(({ values }) => values.length <= mostWalks)
    .map((way): Candidate => {
      const entries = way.values.map((value) => oneOf({ column: way.column, values: [value] }));
      const others = wanted.filter((other) => other !== way).map(oneOf);
      return {
        index: indexOf[way.column],
        entries,
        entered: entries,
        rest: [...others, ...time, ...rest],
      };
    });
  if (!onlyFailures) return entered;
  // The partial index has no value to enter by; `rest` says that it may be used.
  const failures: Candidate = {
    index: 'mcp_writes_not_succeeded',
    entries: [all],
    entered: [{ sql: notSucceeded, params: [] }],
    rest: [...wanted.map(oneOf), ...time, ...rest],
  };
  return [...entered, failures];
}

/** All conditions but the one that names rows by their marks. */
function withoutMarks({ rest, marked }: CompiledFilter): readonly Condition[] {
  const { sql } = markedById(marked);
  return rest.filter((condition) => condition.sql !== sql);
}

/** A walk that ends after a page must not first collect every marked row. */
function askedByRow(filter: CompiledFilter): CompiledFilter {
  if (filter.marked.length === 0) return filter;
  return { ...filter, rest: [...withoutMarks(filter), markedByRow(filter.marked)] };
}

/**
 * The index to walk for rows in order of time, so that no query sorts more than it answers. It is named
 * in the SQL: a plan must not change with what SQLite happens to know about the table. `inOrder` false:
 * the order does not matter, so that a whole pass reads the table as it lies. Not for `filter.nothing`.
 */
export function wayThrough(db: ReadHandle, given: CompiledFilter, inOrder = true): Way {
  const filter = inOrder ? askedByRow(given) : given;
  const { time, wanted, rest } = filter;
  const straight = (index: string): Way => ({
    index,
    entries: [all],
    rest: [...wanted.map(oneOf), ...time, ...rest],
  });
  // Few rows, found by their ids, may be sorted.
  if (filter.few || filter.within === 'burst') return straight('NOT INDEXED');
  if (filter.within === 'run') return straight('INDEXED BY mcp_writes_by_run');
  const [first, ...others] = candidates(filter);
  const most = inOrder ? probe.page : probe.sum;
  if (filter.marked.length > 0) {
    // A sum finds the marked rows by their ids; a page needs them in order.
    if (!inOrder) return straight('NOT INDEXED');
    const marks = markEntries(filter.marked, time);
    const narrow = markWidth(db, marks, most);
    const elsewhere =
      first === undefined
        ? narrow
        : Math.min(...[first, ...others].map((way) => width(db, way, time, most)));
    if (narrow <= elsewhere) {
      const further = [...wanted.map(oneOf), ...time, ...withoutMarks(given)];
      return { index: '', entries: [all], rest: further, marks };
    }
  }
  if (first === undefined) {
    const byTime = inOrder || time.length > 0;
    return straight(byTime ? 'INDEXED BY mcp_writes_by_time' : 'NOT INDEXED');
  }
  let narrowest = { way: first, rows: others.length === 0 ? 0 : width(db, first, time, most) };
  for (const way of others) {
    const rows = width(db, way, time, most);
    if (rows < narrowest.rows) narrowest = { way, rows };
  }
  const { index, entries, rest: further } = narrowest.way;
  return { index: `INDEXED BY ${index}`, entries, rest: further };
}

/** From where on, exclusive; null: from the end. */
export interface WalkFrom {
  readonly direction: 'older' | 'newer';
  readonly key: PageKey | null;
}

function fromCondition(
  { direction, key }: WalkFrom,
  time = 'mcp_writes.timestamp_ms',
  id = 'mcp_writes.id',
): readonly Condition[] {
  if (key === null) return [];
  const sign = direction === 'older' ? '<' : '>';
  return [
    // The first part enters the index, the second is exact.
    { sql: `${time} ${sign}= ?`, params: [key.timestamp_ms] },
    { sql: `(${time}, ${id}) ${sign} (?, ?)`, params: [key.timestamp_ms, key.id] },
  ];
}

/** Walks whose rows come as `at` and `id`, merged in order and joined with their writes. */
function merged(
  walks: readonly Condition[],
  columns: string,
  order: 'ASC' | 'DESC',
  limit: number,
): Condition {
  return {
    sql: `SELECT ${columns} FROM (${walks.map(({ sql }) => sql).join(' UNION ALL ')}
        ORDER BY at ${order}, id ${order} LIMIT ?) AS hit
      JOIN mcp_writes ON mcp_writes.id = hit.id
      ORDER BY hit.at ${order}, hit.id ${order}`,
    params: [...walks.flatMap(({ params }) => params), limit],
  };
}

/** A query for `columns` of the next `limit` rows in order of time and id. */
export function walkSql(way: Way, columns: string, from: WalkFrom, limit: number): Condition {
  const order = from.direction === 'older' ? 'DESC' : 'ASC';
  if (way.marks !== undefined) {
    const rest = joined([
      ...way.rest,
      ...fromCondition(from, 'write_marks.timestamp_ms', 'write_marks.write_id'),
    ]);
    const walks = way.marks.map(({ index, condition }) => ({
      // CROSS JOIN keeps the order of the tables: the marks lead.
      sql: `SELECT write_marks.timestamp_ms AS at, write_marks.write_id AS id
        FROM write_marks INDEXED BY ${index}
        CROSS JOIN mcp_writes ON mcp_writes.id = write_marks.write_id
        WHERE ${condition.sql} AND ${rest.sql}`,
      params: [...condition.params, ...rest.params],
    }));
    return merged(walks, columns, order, limit);
  }
  const rest = joined([...way.rest, ...fromCondition(from)]);
  const [only] = way.entries;
  if (only !== undefined && way.entries.length === 1) {
    return {
      sql: `SELECT ${columns} FROM mcp_writes ${way.index} WHERE ${only.sql} AND ${rest.sql}
        ORDER BY mcp_writes.timestamp_ms ${order}, mcp_writes.id ${order} LIMIT ?`,
      params: [...only.params, ...rest.params, limit],
    };
  }
  const walks = way.entries.map((entry) => ({
    sql: `SELECT mcp_writes.timestamp_ms AS at, mcp_writes.id AS id
      FROM mcp_writes ${way.index} WHERE ${entry.sql} AND ${rest.sql}`,
    params: [...entry.params, ...rest.params],
  }));
  return merged(walks, columns, order, limit);
}
