import type { WriteCounts } from '../../../shared/answers.ts';
import { kept } from '../columns/kinds.ts';
import { totalRows } from '../columns/open.ts';
import { type Selection, select } from '../columns/selection.ts';
import { countKinds } from '../columns/sums.ts';
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
  return db.snapshot(() => {
    const selection = select(db, query);
    return selection === null
      ? countMatching(db, compileFilter(db, query))
      : sums(selection).matching;
  });
}

function sums(selection: Selection): Omit<WriteCounts, 'total'> {
  let [matching, failures] = [0, 0];
  const counts = countKinds(selection, 'kept');
  selection.columns.table.kinds.forEach((kind, n) => {
    if (selection.bits[n] !== kept) return;
    matching += counts[n] ?? 0;
    if (kind.outcome !== 'succeeded') failures += counts[n] ?? 0;
  });
  return { matching, failures };
}

export function counts(db: ReadHandle, query: ResolvedFilter): WriteCounts {
  return db.snapshot(() => {
    const selection = select(db, query);
    const total = totalRows(db);
    return selection === null ? countsByRows(db, query, total) : { total, ...sums(selection) };
  });
}

function countsByRows(db: ReadHandle, query: ResolvedFilter, total: number): WriteCounts {
  const filter = compileFilter(db, query);
  const failures: CompiledFilter = {
    ...filter,
    onlyFailures: true,
    rest: [...filter.rest, { sql: notSucceeded, params: [] }],
  };
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
