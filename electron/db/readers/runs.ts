import type { LedgerRow, PageKey } from '../../../shared/ledger.ts';
import type { RunsPage, RunWrites } from '../../../shared/runs.ts';
import {
  type CompiledFilter,
  compileFilter,
  joined,
  type ResolvedFilter,
  whole,
} from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import type { Condition } from '../text-filter.ts';
import { walkSql, wayThrough } from '../walk.ts';
import { isStraight, matchingRows, withTitles } from './page.ts';
import { ofRun, type RunFacts, runFacts } from './run-facts.ts';
import { writeColumns } from './write.ts';

/** Matching rows are walked newest first, so many at a time; a run is where its newest one is. */
const batchRows = 300;
/** How long a step walks before it lets other questions in. */
const stepMs = 35;

/** The condition of a filter that keeps every write. */
const everything = joined([]).sql;

const keyOf = ({ timestamp_ms, id }: PageKey): PageKey => ({ timestamp_ms, id });

/**
 * Runs with at least one write that matches, by the newest of these. A step of it: `searched_to` says where
 * a page that is not full goes on.
 */
export function runsStep(
  db: ReadHandle,
  query: ResolvedFilter,
  limit: number,
  before: PageKey | null,
  batch = batchRows,
): RunsPage {
  return db.snapshot(() => {
    const compiled = compileFilter(db, query);
    if (compiled.nothing) return { rows: [], more: false };
    const matches = whole(compiled);
    const found = newestOfRuns(db, { query, compiled, most: limit + 1, before, batch });
    return {
      rows: found.runs.slice(0, limit).flatMap(({ run, newest }) => {
        const facts = runFacts(db, run);
        return facts === undefined
          ? []
          : [{ ...facts, matching: matchingIn(db, facts, matches), newest }];
      }),
      more: found.runs.length > limit || found.searchedTo !== null,
      searched_to: found.runs.length > limit ? null : found.searchedTo,
    };
  });
}

interface Newest {
  readonly run: string;
  readonly newest: PageKey;
}

interface Search {
  readonly query: ResolvedFilter;
  readonly compiled: CompiledFilter;
  readonly most: number;
  readonly before: PageKey | null;
  readonly batch: number;
}

function newestOfRuns(
  db: ReadHandle,
  { query, compiled, most, before, batch }: Search,
): { readonly runs: readonly Newest[]; readonly searchedTo: PageKey | null } {
  const started = performance.now();
  const matches = whole(compiled);
  const seen = new Set<string>();
  const runs: Newest[] = [];
  let key = before;
  for (;;) {
    const { rows, searchedTo } = matchingRows(db, query, { direction: 'older', key }, batch);
    const known = seen.size;
    for (const row of rows) {
      const run = row.session_id;
      if (run === null || seen.has(run)) continue;
      seen.add(run);
      // A run with a newer match stands on an earlier page, or moved up since.
      if (before !== null && hasNewer(db, run, matches, before)) continue;
      runs.push({ run, newest: keyOf(row) });
      if (runs.length === most) return { runs, searchedTo: null };
    }
    const last = rows.at(-1);
    if (searchedTo === null && (last === undefined || rows.length < batch)) {
      return { runs, searchedTo: null };
    }
    key = searchedTo ?? (last === undefined ? key : keyOf(last));
    if (key !== null && known === seen.size && isStraight(compiled)) {
      const next = nextOther(db, compiled, seen, key);
      if (next === undefined) return { runs, searchedTo: null };
      // Right before it, so that the next batch begins with it.
      key = { timestamp_ms: next.timestamp_ms, id: next.id + 1 };
    }
    if (performance.now() - started > stepMs) return { runs, searchedTo: key };
  }
}

/** The next match that is of none of these runs: thousands of rows of a long one are not worth a look each. */
function nextOther(
  db: ReadHandle,
  compiled: CompiledFilter,
  seen: ReadonlySet<string>,
  key: PageKey,
): PageKey | undefined {
  const others: Condition = {
    sql: 'mcp_writes.session_id NOT IN (SELECT value FROM json_each(?))',
    params: [JSON.stringify([...seen])],
  };
  const way = wayThrough(db, { ...compiled, rest: [...compiled.rest, others] });
  const { sql, params } = walkSql(
    way,
    'mcp_writes.timestamp_ms, mcp_writes.id',
    { direction: 'older', key },
    1,
  );
  return db.get<PageKey>(sql, params);
}

function hasNewer(db: ReadHandle, run: string, matches: Condition, key: PageKey): boolean {
  const found = db.get<{ id: number }>(
    `SELECT mcp_writes.id ${ofRun} AND timestamp_ms >= ? AND (timestamp_ms, mcp_writes.id) >= (?, ?)
      AND (${matches.sql}) LIMIT 1`,
    [run, key.timestamp_ms, key.timestamp_ms, key.id, ...matches.params],
  );
  return found !== undefined;
}

function matchingIn(
  db: ReadHandle,
  { session_id, writes }: RunFacts,
  { sql, params }: Condition,
): number {
  if (sql === everything) return writes;
  const found = db.get<{ n: number }>(`SELECT count(*) AS n ${ofRun} AND (${sql})`, [
    session_id,
    ...params,
  ]);
  return found?.n ?? 0;
}

/** A further step, joined to what came before it. */
export const runsAdded = (before: RunsPage, step: RunsPage): RunsPage => ({
  ...step,
  rows: [...before.rows, ...step.rows],
});

/** A run's writes, oldest first, from behind `after`. */
export function runWrites(
  db: ReadHandle,
  run: string,
  limit: number,
  after: PageKey | null,
): RunWrites {
  return db.snapshot(() => {
    const facts = runFacts(db, run);
    if (facts === undefined) return { run: null, rows: [], more: false };
    const past =
      after === null ? '' : 'AND timestamp_ms >= ? AND (timestamp_ms, mcp_writes.id) > (?, ?)';
    const rows = db.all<LedgerRow>(
      `SELECT ${writeColumns} ${ofRun} ${past} ORDER BY timestamp_ms, mcp_writes.id LIMIT ?`,
      [
        run,
        ...(after === null ? [] : [after.timestamp_ms, after.timestamp_ms, after.id]),
        limit + 1,
      ],
    );
    const newest = db.get<PageKey>(
      `SELECT timestamp_ms, id ${ofRun} ORDER BY timestamp_ms DESC, id DESC LIMIT 1`,
      [run],
    );
    return {
      run: {
        ...facts,
        matching: facts.writes,
        newest: newest ?? { timestamp_ms: facts.ended_ms, id: 0 },
      },
      rows: withTitles(db, rows.slice(0, limit)),
      more: rows.length > limit,
    };
  });
}
