import type { LedgerRow, PageKey, SessionKind } from '../../../shared/ledger.ts';
import { type ShownOutcome, shownOutcomes } from '../../../shared/outcome.ts';
import type { RunRow, RunsPage, RunWrites } from '../../../shared/runs.ts';
import { compileFilter, outcomeOfRow, type ResolvedFilter, whole } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import type { Condition } from '../text-filter.ts';
import { matchingRows, withTitles } from './page.ts';
import { writeColumns } from './write.ts';

/** Matching rows are walked newest first, so many at a time; a run is where its newest one is. */
const batchRows = 300;
/** How long a step walks before it lets other questions in. */
const stepMs = 35;

const ofRun = 'FROM mcp_writes INDEXED BY mcp_writes_by_run WHERE session_id = ?';

/** One combination of what a run's rows say, with how many say it. */
interface Group {
  readonly session_kind: SessionKind | null;
  readonly client_info: string;
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly client_id: string | null;
  readonly tool_name: string;
  readonly outcome: ShownOutcome;
  readonly n: number;
  readonly first_ms: number;
  readonly last_ms: number;
}

type RunFacts = Omit<RunRow, 'matching' | 'newest'>;

function addTo<Key>(counts: Map<Key, number>, key: Key, n: number): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

/** The first value that was given in a run, in order of time; null: none was. */
function firstGiven(db: ReadHandle, column: 'reason' | 'model', run: string): string | null {
  const found = db.get<{ value: string }>(
    `SELECT ${column} AS value ${ofRun} AND trim(${column}) <> ''
      ORDER BY timestamp_ms, id LIMIT 1`,
    [run],
  );
  return found?.value ?? null;
}

/** What a whole run has in it; undefined: no row is of it. */
function factsOf(db: ReadHandle, run: string): RunFacts | undefined {
  const groups = db.all<Group>(
    `SELECT session_kind, client_info, client_name, client_version, client_id, tool_name,
        ${outcomeOfRow} AS outcome,
        count(*) AS n, min(timestamp_ms) AS first_ms, max(timestamp_ms) AS last_ms
      ${ofRun} GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    [run],
  );
  if (groups.length === 0) return undefined;
  const outcomes = new Map<ShownOutcome, number>(shownOutcomes.map((name) => [name, 0]));
  const tools = new Map<string, number>();
  const clients = new Map<string, RunRow['clients'][number]>();
  for (const { outcome, n, tool_name, ...group } of groups) {
    addTo(outcomes, outcome, n);
    addTo(tools, tool_name, n);
    const { client_info, client_name, client_version, client_id } = group;
    const client = { client_info, client_name, client_version, client_id };
    clients.set(JSON.stringify(Object.values(client)), client);
  }
  const count = (outcome: ShownOutcome) => outcomes.get(outcome) ?? 0;
  const writes = [...outcomes.values()].reduce((sum, n) => sum + n, 0);
  return {
    session_id: run,
    session_kind: groups.find(({ session_kind }) => session_kind !== null)?.session_kind ?? null,
    clients: [...clients.values()],
    started_ms: Math.min(...groups.map(({ first_ms }) => first_ms)),
    ended_ms: Math.max(...groups.map(({ last_ms }) => last_ms)),
    writes,
    failures: writes - count('succeeded'),
    refused: count('refused'),
    unknown: count('unknown'),
    tools: [...tools]
      .map(([tool_name, n]) => ({ tool_name, count: n }))
      .sort((a, b) => b.count - a.count || (a.tool_name < b.tool_name ? -1 : 1)),
    title: firstGiven(db, 'reason', run),
    model: firstGiven(db, 'model', run),
  };
}

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
): RunsPage {
  return db.snapshot(() => {
    const compiled = compileFilter(db, query);
    if (compiled.nothing) return { rows: [], more: false };
    const matches = whole(compiled);
    const found = newestOfRuns(db, query, matches, limit + 1, before);
    return {
      rows: found.runs.slice(0, limit).flatMap(({ run, newest }) => {
        const facts = factsOf(db, run);
        return facts === undefined
          ? []
          : [{ ...facts, matching: matchingIn(db, run, matches), newest }];
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

function newestOfRuns(
  db: ReadHandle,
  query: ResolvedFilter,
  matches: Condition,
  most: number,
  before: PageKey | null,
): { readonly runs: readonly Newest[]; readonly searchedTo: PageKey | null } {
  const started = performance.now();
  const seen = new Set<string>();
  const runs: Newest[] = [];
  let key = before;
  for (;;) {
    const { rows, searchedTo } = matchingRows(db, query, { direction: 'older', key }, batchRows);
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
    if (searchedTo === null && (last === undefined || rows.length < batchRows)) {
      return { runs, searchedTo: null };
    }
    key = searchedTo ?? (last === undefined ? key : keyOf(last));
    if (performance.now() - started > stepMs) return { runs, searchedTo: key };
  }
}

function hasNewer(db: ReadHandle, run: string, matches: Condition, key: PageKey): boolean {
  const found = db.get<{ id: number }>(
    `SELECT mcp_writes.id ${ofRun} AND timestamp_ms >= ? AND (timestamp_ms, mcp_writes.id) >= (?, ?)
      AND (${matches.sql}) LIMIT 1`,
    [run, key.timestamp_ms, key.timestamp_ms, key.id, ...matches.params],
  );
  return found !== undefined;
}

function matchingIn(db: ReadHandle, run: string, matches: Condition): number {
  const found = db.get<{ n: number }>(`SELECT count(*) AS n ${ofRun} AND (${matches.sql})`, [
    run,
    ...matches.params,
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
    const facts = factsOf(db, run);
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
