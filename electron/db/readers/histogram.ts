import type { Histogram, HistogramBar } from '../../../shared/answers.ts';
import type { Burst } from '../../../shared/burst.ts';
import { clientKeyOf } from '../../../shared/client-names.ts';
import type { ShownOutcome } from '../../../shared/outcome.ts';
import { barsOver } from '../bars.ts';
import { select } from '../columns/selection.ts';
import { countBars } from '../columns/sums.ts';
import {
  type CompiledFilter,
  compileFilter,
  outcomeOfRow,
  type ResolvedFilter,
  whole,
} from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import { wayThrough } from '../walk.ts';
import { burstsBetween } from './bursts.ts';

/** The first writes of a new ledger stand at the end of an hour, instead of filling the picture as one bar. */
const shortestMs = 3_600_000;

/** The range that the bars cover: what the filter names, else from the first write to now. */
function rangeOf(db: ReadHandle, query: ResolvedFilter, now: number) {
  const edge = (which: 'min' | 'max'): number | null =>
    db.get<{ at: number | null }>(`SELECT ${which}(timestamp_ms) AS at FROM mcp_writes`)?.at ??
    null;
  const newest = edge('max');
  const until = query.bounds.until_ms ?? Math.max(now, newest === null ? now : newest + 1);
  const since = query.bounds.since_ms ?? Math.min(edge('min') ?? now, until - shortestMs);
  return { since, until: Math.max(since, until) };
}

const noCounts: HistogramBar['counts'] = { succeeded: 0, failed: 0, refused: 0, unknown: 0 };

interface Group {
  /** Units after the base. */
  readonly unit: number;
  readonly outcome: ShownOutcome;
  readonly n: number;
}

function countByUnit(
  db: ReadHandle,
  filter: CompiledFilter,
  base: number,
  unit: number,
): readonly Group[] {
  const { index } = wayThrough(db, filter, false);
  const where = whole(filter);
  return db.all<Group>(
    `SELECT (mcp_writes.timestamp_ms - ?) / ? AS unit, ${outcomeOfRow} AS outcome, count(*) AS n
      FROM mcp_writes ${index} WHERE ${where.sql} GROUP BY unit, outcome ORDER BY unit`,
    [base, unit, ...where.params],
  );
}

function countByRows(
  db: ReadHandle,
  query: ResolvedFilter,
  edges: readonly number[],
  unit: number,
): readonly HistogramBar['counts'][] {
  const filter = compileFilter(db, query);
  const base = edges[0] ?? 0;
  const groups = filter.nothing ? [] : countByUnit(db, filter, base, unit);
  const counts = edges.slice(1).map((): Record<ShownOutcome, number> => ({ ...noCounts }));
  let bar = 0;
  for (const group of groups) {
    const at = base + group.unit * unit;
    while (at >= (edges[bar + 1] ?? Number.POSITIVE_INFINITY)) bar += 1;
    const counted = counts[bar];
    if (counted !== undefined) counted[group.outcome] += group.n;
  }
  return counts;
}

/** Matching writes over time by outcome, in at most `most` bars, with the bursts of the range. */
export function histogram(
  db: ReadHandle,
  query: ResolvedFilter,
  most: number,
  now = Date.now(),
): Histogram {
  const { since, until } = rangeOf(db, query, now);
  const { edges, unit } = barsOver(since, until, most);
  if (edges.length === 0) return { since_ms: since, until_ms: until, bars: [], bursts: [] };
  const within = { ...query, bounds: { since_ms: since, until_ms: until } };
  const counts = db.snapshot(() => {
    const selection = select(db, within);
    return selection === null ? countByRows(db, within, edges, unit) : countBars(selection, edges);
  });
  return {
    since_ms: since,
    until_ms: until,
    bars: counts.map((counted, n) => ({
      since_ms: Math.max(since, edges[n] ?? since),
      until_ms: Math.min(until, edges[n + 1] ?? until),
      counts: counted,
    })),
    bursts: burstsOf(db, query, since, until),
  };
}

function burstsOf(
  db: ReadHandle,
  query: ResolvedFilter,
  since: number,
  until: number,
): readonly Burst[] {
  const bursts = burstsBetween(db, since, until);
  const { client } = query.filter;
  // As `keeps` of the reference: a family's key stands for all its names.
  const named = (burst: Burst, values: readonly string[]): boolean =>
    values.includes(burst.client_info) || values.includes(clientKeyOf(burst.client_info));
  return bursts.filter(
    (burst) =>
      (client.only.length === 0 || named(burst, client.only)) && !named(burst, client.hide),
  );
}
