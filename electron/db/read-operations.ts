import type {
  Histogram,
  WriteCounts,
  WriteDetail,
  WriteFacets,
  WriteRow,
  WritesPage,
} from '../../shared/answers.ts';
import type { Burst } from '../../shared/burst.ts';
import type { PageKey } from '../../shared/ledger.ts';
import type { ResolvedFilter } from './filter-sql.ts';
import type { ReadHandle } from './handles.ts';
import { newestBursts } from './readers/bursts.ts';
import { counts, dayCounts } from './readers/counts.ts';
import { detail } from './readers/detail.ts';
import { facets } from './readers/facets.ts';
import { histogram } from './readers/histogram.ts';
import { newer, page, withTitles } from './readers/page.ts';
import { rowsWithIds } from './readers/rows-with-ids.ts';

/** What each read is asked; plain data, since it crosses to a thread. */
export interface ReadArgs {
  readonly page: {
    readonly query: ResolvedFilter;
    readonly limit: number;
    readonly before: PageKey | null;
  };
  readonly newer: {
    readonly query: ResolvedFilter;
    readonly limit: number;
    readonly after: PageKey | null;
  };
  readonly counts: { readonly query: ResolvedFilter };
  readonly facets: { readonly query: ResolvedFilter };
  readonly histogram: { readonly query: ResolvedFilter; readonly bars: number };
  readonly dayCounts: {
    readonly query: ResolvedFilter;
    readonly days: readonly { readonly since_ms: number; readonly until_ms: number }[];
  };
  readonly rows: { readonly ids: readonly number[] };
  readonly detail: { readonly id: number };
  readonly bursts: { readonly limit: number };
}

export interface ReadResults {
  readonly page: WritesPage;
  readonly newer: WritesPage;
  readonly counts: WriteCounts;
  readonly facets: WriteFacets;
  readonly histogram: Histogram;
  readonly dayCounts: readonly number[];
  readonly rows: readonly WriteRow[];
  readonly detail: WriteDetail | null;
  readonly bursts: readonly Burst[];
}

export type ReadName = keyof ReadArgs;

type ReadOperations = {
  readonly [Name in ReadName]: (db: ReadHandle, args: ReadArgs[Name]) => ReadResults[Name];
};

/** The reads themselves, the same in a worker and in the command line's own thread. */
const operations: ReadOperations = {
  page: (db, { query, limit, before }) => page(db, query, limit, before),
  newer: (db, { query, limit, after }) => newer(db, query, after, limit),
  counts: (db, { query }) => counts(db, query),
  facets: (db, { query }) => facets(db, query),
  histogram: (db, { query, bars }) => histogram(db, query, bars),
  dayCounts: (db, { query, days }) => dayCounts(db, query, days),
  rows: (db, { ids }) => withTitles(db, rowsWithIds(db, ids)),
  detail: (db, { id }) => detail(db, id),
  bursts: (db, { limit }) => newestBursts(db, limit),
};

export function runRead<Name extends ReadName>(
  db: ReadHandle,
  name: Name,
  args: ReadArgs[Name],
): ReadResults[Name] {
  return operations[name](db, args);
}
