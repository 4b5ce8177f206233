import type { SessionKind } from '../../../shared/ledger.ts';
import { type ShownOutcome, shownOutcomeOf, shownOutcomes } from '../../../shared/outcome.ts';
import type { RunRow } from '../../../shared/runs.ts';
import { outcomeOfRow } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';

/** All rows of a run, in order of time. */
export const ofRun = 'FROM mcp_writes INDEXED BY mcp_writes_by_run WHERE session_id = ?';

export type RunFacts = Omit<RunRow, 'matching' | 'newest'>;

/** Runs longer than this are counted on from where they were: a client may write for weeks in one. */
const longRun = 500;
/** So many of them are remembered. */
const mostRemembered = 100;

interface Given {
  readonly value: string;
  readonly timestamp_ms: number;
  readonly id: number;
}

interface Tally {
  /** Rows up to this id are in. */
  upto: number;
  /** Hash of that row: another one under this id is another ledger. */
  hash: string | null;
  kind: SessionKind | null;
  started_ms: number;
  ended_ms: number;
  reason: Given | null;
  model: Given | null;
  readonly outcomes: Map<ShownOutcome, number>;
  readonly tools: Map<string, number>;
  readonly clients: Map<string, RunRow['clients'][number]>;
  /** Rows that were counted without an outcome: it may have come since. */
  readonly pending: Set<number>;
}

const newTally = (): Tally => ({
  upto: 0,
  hash: null,
  kind: null,
  started_ms: Number.POSITIVE_INFINITY,
  ended_ms: Number.NEGATIVE_INFINITY,
  reason: null,
  model: null,
  outcomes: new Map(),
  tools: new Map(),
  clients: new Map(),
  pending: new Set(),
});

const remembered = new WeakMap<ReadHandle, Map<string, Tally>>();

/** What a whole run has in it; undefined: no row is of it. */
export function runFacts(db: ReadHandle, run: string): RunFacts | undefined {
  const known = remembered.get(db) ?? new Map<string, Tally>();
  remembered.set(db, known);
  const before = known.get(run);
  const tally = before !== undefined && isStillRight(db, run, before) ? before : newTally();
  settle(db, tally);
  addNew(db, run, tally);
  known.delete(run);
  const facts = factsOf(run, tally);
  if (facts.writes === 0) return undefined;
  if (facts.writes > longRun) known.set(run, tally);
  const [oldest] = known.keys();
  if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
  return facts;
}

function isStillRight(db: ReadHandle, run: string, { upto, hash }: Tally): boolean {
  const row = db.get<{ session_id: string | null; hash: string | null }>(
    'SELECT session_id, row_hash AS hash FROM mcp_writes WHERE id = ?',
    [upto],
  );
  return row !== undefined && row.session_id === run && row.hash === hash;
}

function settle(db: ReadHandle, { pending, outcomes }: Tally): void {
  if (pending.size === 0) return;
  const rows = db.all<{
    id: number;
    success: 0 | 1;
    finished_ms: number;
    error_kind: string | null;
  }>(
    `SELECT id, success, finished_ms, error_kind FROM mcp_writes
      WHERE id IN (SELECT value FROM json_each(?)) AND finished_ms IS NOT NULL`,
    [JSON.stringify([...pending])],
  );
  for (const row of rows) {
    pending.delete(row.id);
    count(outcomes, 'unknown', -1);
    count(outcomes, shownOutcomeOf(row), 1);
  }
}

function count<Key>(counts: Map<Key, number>, key: Key, n: number): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

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
  readonly last_id: number;
  readonly pending: string | null;
}

function addNew(db: ReadHandle, run: string, tally: Tally): void {
  const rows = [run, tally.upto] as const;
  const groups = db.all<Group>(
    `SELECT session_kind, client_info, client_name, client_version, client_id, tool_name,
        ${outcomeOfRow} AS outcome, count(*) AS n, min(timestamp_ms) AS first_ms,
        max(timestamp_ms) AS last_ms, max(id) AS last_id,
        group_concat(CASE WHEN finished_ms IS NULL THEN id END) AS pending
      ${ofRun} AND id > ? GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    rows,
  );
  if (groups.length === 0) return;
  for (const { outcome, n, tool_name, session_kind, pending, ...group } of groups) {
    count(tally.outcomes, outcome, n);
    count(tally.tools, tool_name, n);
    tally.kind ??= session_kind;
    tally.started_ms = Math.min(tally.started_ms, group.first_ms);
    tally.ended_ms = Math.max(tally.ended_ms, group.last_ms);
    for (const id of pending?.split(',') ?? []) tally.pending.add(Number(id));
    const { client_info, client_name, client_version, client_id } = group;
    const client = { client_info, client_name, client_version, client_id };
    tally.clients.set(JSON.stringify(Object.values(client)), client);
  }
  tally.reason = earlier(tally.reason, firstGiven(db, 'reason', rows));
  tally.model = earlier(tally.model, firstGiven(db, 'model', rows));
  tally.upto = Math.max(...groups.map(({ last_id }) => last_id));
  tally.hash =
    db.get<{ hash: string | null }>('SELECT row_hash AS hash FROM mcp_writes WHERE id = ?', [
      tally.upto,
    ])?.hash ?? null;
}

/** The first value that was given, in order of time; null: none was. */
function firstGiven(
  db: ReadHandle,
  column: 'reason' | 'model',
  rows: readonly [run: string, after: number],
): Given | null {
  const found = db.get<Given>(
    `SELECT ${column} AS value, timestamp_ms, id ${ofRun} AND id > ? AND trim(${column}) <> ''
      ORDER BY timestamp_ms, id LIMIT 1`,
    rows,
  );
  return found ?? null;
}

function earlier(a: Given | null, b: Given | null): Given | null {
  if (a === null || b === null) return a ?? b;
  return (b.timestamp_ms - a.timestamp_ms || b.id - a.id) < 0 ? b : a;
}

function factsOf(run: string, tally: Tally): RunFacts {
  const of = (outcome: ShownOutcome) => tally.outcomes.get(outcome) ?? 0;
  const writes = shownOutcomes.reduce((sum, outcome) => sum + of(outcome), 0);
  return {
    session_id: run,
    session_kind: tally.kind,
    clients: [...tally.clients.values()],
    started_ms: tally.started_ms,
    ended_ms: tally.ended_ms,
    writes,
    failures: writes - of('succeeded'),
    refused: of('refused'),
    unknown: of('unknown'),
    tools: [...tally.tools]
      .map(([tool_name, n]) => ({ tool_name, count: n }))
      .sort((a, b) => b.count - a.count || (a.tool_name < b.tool_name ? -1 : 1)),
    title: tally.reason?.value ?? null,
    model: tally.model?.value ?? null,
  };
}
