import { clientDisplayName, clientKeyOf } from '../../../shared/client-names.ts';
import type { ErrorKind, ShownOutcome } from '../../../shared/outcome.ts';
import type {
  OutcomeCounts,
  Report,
  ReportCause,
  ReportCount,
  ReportDocument,
  ReportFirst,
  ReportPlace,
  ReportRun,
} from '../../../shared/report.ts';
import { startOfLocalDay } from '../../../shared/time-range.ts';
import { daysOver } from '../bars.ts';
import { knownClients, notSucceeded, outcomeOfRow } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import { burstsBetween } from './bursts.ts';
import { documentOf } from './document.ts';

const most = {
  clients: 20,
  tools: 20,
  places: 20,
  runs: 10,
  causes: 12,
  firsts: 30,
  documents: 10,
};

/** Rows of a range. Most of the ledger is read as it lies; a part of it, by the index of time. */
function rowsIn(db: ReadHandle, [since, until]: Range): string {
  const sum = (sql: string, params: readonly number[] = []): number =>
    db.get<{ n: number }>(sql, params)?.n ?? 0;
  const inside = sum(
    `SELECT count(*) AS n FROM mcp_writes INDEXED BY mcp_writes_by_time
      WHERE timestamp_ms >= ? AND timestamp_ms < ?`,
    [since, until],
  );
  const most = sum('SELECT max(id) AS n FROM mcp_writes');
  const way = inside * 4 > most ? 'NOT INDEXED' : 'INDEXED BY mcp_writes_by_time';
  return `FROM mcp_writes ${way}
    WHERE mcp_writes.timestamp_ms >= ? AND mcp_writes.timestamp_ms < ? AND mcp_writes.effect = 'write'`;
}

const failed = `sum(${notSucceeded}) AS failures`;

interface Group {
  readonly client_info: string;
  readonly client_name: string | null;
  readonly tool_name: string;
  readonly server_name: string;
  readonly namespace: string | null;
  readonly outcome: ShownOutcome;
  readonly writes: number;
}

const noCounts: OutcomeCounts = { succeeded: 0, failed: 0, refused: 0, unknown: 0 };

/** Everything that a person reads of a range of time. The range is asked for once per list, and by index. */
export function report(
  db: ReadHandle,
  since_ms: number,
  until_ms: number,
  now = Date.now(),
): Report {
  const range = [since_ms, until_ms] as const;
  const inRange = rowsIn(db, range);
  const groups = db.all<Group>(
    `SELECT client_info, max(client_name) AS client_name, tool_name, server_name, namespace,
        ${outcomeOfRow} AS outcome, count(*) AS writes
      ${inRange} GROUP BY client_info, tool_name, server_name, namespace, outcome`,
    range,
  );
  const names = new Map(groups.map((group) => [clientKeyOf(group.client_info), nameOf(group)]));
  const { edges } = daysOver(since_ms, until_ms);
  const before = startOfLocalDay(since_ms, 1 - edges.length);
  // A week that is not over is compared with as much of the week before.
  const gone = Math.max(0, Math.min(until_ms, now) - since_ms);
  const beforeEnd = until_ms <= now ? since_ms : Math.min(since_ms, before + gone);
  const documents = changedDocuments(db, inRange, range);
  const runs = busiestRuns(db, inRange, range);
  return {
    since_ms,
    until_ms,
    writes: groups.reduce((sum, group) => sum + group.writes, 0),
    outcomes: outcomesOf(groups),
    before: {
      since_ms: before,
      until_ms: beforeEnd,
      writes:
        db.get<{ n: number }>(`SELECT count(*) AS n ${rowsIn(db, [before, beforeEnd])}`, [
          before,
          beforeEnd,
        ])?.n ?? 0,
      whole: beforeEnd === since_ms,
    },
    days: days(db, inRange, since_ms, until_ms),
    clients: counted(groups, (group) => [clientKeyOf(group.client_info), nameOf(group)]).slice(
      0,
      most.clients,
    ),
    tools: counted(groups, (group) => [group.tool_name, group.tool_name]).slice(0, most.tools),
    places: places(groups).slice(0, most.places),
    runs: runs.map(({ total: _, ...run }) => run),
    runs_total: runs[0]?.total ?? 0,
    causes: causes(db, range),
    bursts: burstsBetween(db, since_ms, until_ms),
    firsts: firsts(db, groups, names, since_ms).slice(0, most.firsts),
    documents: documents.map(({ total: _, ...document }) => document),
    documents_total: documents[0]?.total ?? 0,
  };
}

function outcomesOf(groups: readonly Group[]): OutcomeCounts {
  const counts: Record<ShownOutcome, number> = { ...noCounts };
  for (const { outcome, writes } of groups) counts[outcome] += writes;
  return counts;
}

const nameOf = (group: Pick<Group, 'client_info' | 'client_name'>): string =>
  clientDisplayName(group.client_info, group.client_name);

const failuresOf = (group: Group): number => (group.outcome === 'succeeded' ? 0 : group.writes);

const mostFirst = (a: { readonly writes: number }, b: { readonly writes: number }): number =>
  b.writes - a.writes;

function counted(
  groups: readonly Group[],
  key: (group: Group) => readonly [value: string, label: string],
): readonly ReportCount[] {
  const found = new Map<string, ReportCount>();
  for (const group of groups) {
    const [value, label] = key(group);
    const known = found.get(value) ?? { value, label, writes: 0, failures: 0 };
    found.set(value, {
      ...known,
      writes: known.writes + group.writes,
      failures: known.failures + failuresOf(group),
    });
  }
  return [...found.values()].sort(mostFirst);
}

/** Who wrote how much where. */
function places(groups: readonly Group[]): readonly ReportPlace[] {
  const found = new Map<string, ReportPlace>();
  for (const group of groups) {
    const client = clientKeyOf(group.client_info);
    const { server_name: server, namespace } = group;
    const key = JSON.stringify([client, server, namespace]);
    const known = found.get(key) ?? {
      client,
      label: nameOf(group),
      server,
      namespace,
      writes: 0,
      failures: 0,
    };
    found.set(key, {
      ...known,
      writes: known.writes + group.writes,
      failures: known.failures + failuresOf(group),
    });
  }
  return [...found.values()].sort(mostFirst);
}

function days(db: ReadHandle, inRange: string, since: number, until: number): Report['days'] {
  const { edges, unit } = daysOver(since, until);
  const base = edges[0] ?? since;
  const counts = edges.slice(1).map((): Record<ShownOutcome, number> => ({ ...noCounts }));
  const units = db.all<{ unit: number; outcome: ShownOutcome; n: number }>(
    `SELECT (mcp_writes.timestamp_ms - ?) / ? AS unit, ${outcomeOfRow} AS outcome, count(*) AS n
      ${inRange} GROUP BY unit, outcome ORDER BY unit`,
    [base, unit, since, until],
  );
  let day = 0;
  for (const group of units) {
    const at = base + group.unit * unit;
    while (at >= (edges[day + 1] ?? Number.POSITIVE_INFINITY)) day += 1;
    const one = counts[day];
    if (one !== undefined) one[group.outcome] += group.n;
  }
  return counts.map((one, n) => ({
    since_ms: Math.max(since, edges[n] ?? since),
    until_ms: Math.min(until, edges[n + 1] ?? until),
    counts: one,
  }));
}

type Range = readonly [since: number, until: number];

function busiestRuns(
  db: ReadHandle,
  inRange: string,
  range: Range,
): readonly (ReportRun & { readonly total: number })[] {
  const rows = db.all<
    Omit<ReportRun, 'client'> & {
      readonly client_info: string;
      readonly client_name: string | null;
      readonly total: number;
    }
  >(
    `SELECT session_id, client_info, max(client_name) AS client_name, count(*) AS writes, ${failed},
        min(timestamp_ms) AS first_ms, max(timestamp_ms) AS last_ms, count(*) OVER () AS total
      ${inRange} AND session_id IS NOT NULL
      GROUP BY session_id ORDER BY writes DESC, last_ms DESC LIMIT ${most.runs}`,
    range,
  );
  return rows.map(({ client_info, client_name, ...run }) => ({
    ...run,
    client: clientDisplayName(client_info, client_name),
  }));
}

/** Of one cause the newest row stands for all: SQLite takes bare columns from the row of `max`. */
function causes(db: ReadHandle, range: Range): readonly ReportCause[] {
  return db.all<ReportCause & { readonly kind: ErrorKind | null }>(
    `SELECT ${outcomeOfRow} AS outcome, error_kind AS kind, tool_name AS tool, count(*) AS writes,
        max(id) AS write_id, error_message AS message
      FROM mcp_writes INDEXED BY mcp_writes_not_succeeded
      WHERE ${notSucceeded} AND timestamp_ms >= ? AND timestamp_ms < ? AND effect = 'write'
      GROUP BY outcome, kind, tool ORDER BY writes DESC, write_id DESC LIMIT ${most.causes}`,
    range,
  );
}

function changedDocuments(
  db: ReadHandle,
  inRange: string,
  range: Range,
): readonly (ReportDocument & { readonly total: number })[] {
  const rows = db.all<{
    chunk_id: string;
    changes: number;
    clients: number;
    last_ms: number;
    total: number;
  }>(
    `SELECT resulting_chunk_id AS chunk_id, count(*) AS changes, count(DISTINCT client_info) AS clients,
        max(timestamp_ms) AS last_ms, count(*) OVER () AS total
      ${inRange} AND success = 1 AND resulting_chunk_id IS NOT NULL
      GROUP BY resulting_chunk_id ORDER BY changes DESC, last_ms DESC LIMIT ${most.documents}`,
    range,
  );
  return rows.map((row) => {
    const document = documentOf(db, row.chunk_id);
    return { ...row, title: document?.title ?? null, namespace: document?.namespace ?? null };
  });
}

/** Clients and tools whose first write of all lies in the range, oldest first. */
function firsts(
  db: ReadHandle,
  groups: readonly Group[],
  names: ReadonlyMap<string, string>,
  since: number,
): readonly ReportFirst[] {
  const known = knownClients(db);
  const firstOf = (column: 'client_info' | 'tool_name', values: readonly string[]) => {
    const index = column === 'client_info' ? 'mcp_writes_by_client' : 'mcp_writes_by_tool';
    return values
      .map((value) =>
        db.get<{ write_id: number; first_ms: number }>(
          `SELECT id AS write_id, timestamp_ms AS first_ms FROM mcp_writes INDEXED BY ${index}
            WHERE ${column} = ? ORDER BY timestamp_ms, id LIMIT 1`,
          [value],
        ),
      )
      .filter((first) => first !== undefined)
      .reduce<{ write_id: number; first_ms: number } | null>(
        (oldest, first) => (oldest === null || first.first_ms < oldest.first_ms ? first : oldest),
        null,
      );
  };
  const writes = (keeps: (group: Group) => boolean): number =>
    groups.filter(keeps).reduce((sum, group) => sum + group.writes, 0);
  const clients = [...names].map(([value, label]) => ({
    kind: 'client' as const,
    value,
    label,
    first: firstOf(
      'client_info',
      known.filter((name) => clientKeyOf(name) === value),
    ),
    writes: writes((group) => clientKeyOf(group.client_info) === value),
  }));
  const tools = [...new Set(groups.map((group) => group.tool_name))].map((value) => ({
    kind: 'tool' as const,
    value,
    label: value,
    first: firstOf('tool_name', [value]),
    writes: writes((group) => group.tool_name === value),
  }));
  return [...clients, ...tools]
    .flatMap(({ first, ...found }) =>
      first === null || first.first_ms < since ? [] : [{ ...found, ...first }],
    )
    .sort((a, b) => a.first_ms - b.first_ms);
}
