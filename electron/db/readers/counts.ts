import type { WriteCounts } from '../../../shared/answers.ts';
import {
  type CompiledFilter,
  compileFilter,
  joined,
  notSucceeded,
  type ResolvedFilter,
} from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import { wayThrough } from '../walk.ts';

/** Rows that match; each entry of the way is disjoint from the others. */
function countMatching(db: ReadHandle, filter: CompiledFilter): number {
  if (filter.nothing) return 0;
  const way = wayThrough(db, filter, false);
  return way.entries.reduce((sum, entry) => {
    const where = joined([entry, ...way.rest]);
    const found = db.get<{ n: number }>(
      `SELECT count(*) AS n FROM mcp_writes ${way.index} WHERE ${where.sql}`,
      where.params,
    );
    return sum + (found?.n ?? 0);
  }, 0);
}

/** How many rows match. */
export function matching(db: ReadHandle, query: ResolvedFilter): number {
  return countMatching(db, compileFilter(db, query));
}

export function counts(db: ReadHandle, query: ResolvedFilter): WriteCounts {
  const filter = compileFilter(db, query);
  const failures: CompiledFilter = {
    ...filter,
    onlyFailures: true,
    rest: [...filter.rest, { sql: notSucceeded, params: [] }],
  };
  const total = db.get<{ n: number }>('SELECT count(*) AS n FROM mcp_writes')?.n ?? 0;
  // A burst that is not there has no condition, and no rows either.
  const unfiltered =
    !filter.nothing && filter.time.length + filter.wanted.length + filter.rest.length === 0;
  return {
    matching: unfiltered ? total : countMatching(db, filter),
    total,
    failures: countMatching(db, failures),
  };
}

/** Matching rows in each `[since_ms, until_ms)`, whatever the filter's own time. */
export function dayCounts(
  db: ReadHandle,
  query: ResolvedFilter,
  days: readonly { readonly since_ms: number; readonly until_ms: number }[],
): readonly number[] {
  return days.map((day) => matching(db, { filter: query.filter, bounds: day }));
}
