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
import type {
  MemoryDetail,
  MemoryKey,
  MemoryNamespace,
  MemoryPage,
  MemorySearch,
  MemoryText,
} from '../../shared/memory.ts';
import type { Report } from '../../shared/report.ts';
import type { RunsPage, RunWrites } from '../../shared/runs.ts';
import type { SelectionSummary } from '../../shared/selection.ts';
import type { ToolLastUse } from '../../shared/servers.ts';
import type { TimeBounds } from '../../shared/time-range.ts';
import type { ResolvedFilter } from './filter-sql.ts';
import type { ReadHandle } from './handles.ts';
import { newestBursts } from './readers/bursts.ts';
import { type ConnectionActivity, connectionActivity } from './readers/connection-activity.ts';
import { type ConnectionCount, connectionCounts } from './readers/connection-counts.ts';
import { counts, dayCounts } from './readers/counts.ts';
import { detail } from './readers/detail.ts';
import { facets } from './readers/facets.ts';
import { histogram } from './readers/histogram.ts';
import {
  memoryDetail,
  memoryDocuments,
  memoryNamespaces,
  memorySearch,
  memoryText,
} from './readers/memory-browse.ts';
import { newerStep, pageStep, withTitles } from './readers/page.ts';
import { report } from './readers/report.ts';
import { rowsWithIds } from './readers/rows-with-ids.ts';
import { runsStep, runWrites } from './readers/runs.ts';
import { repeatsOf, selectionSummary } from './readers/selection.ts';
import { toolLastUses, toolStats } from './readers/tool-stats.ts';
import type { ToolFigures, ToolName } from './reads.ts';

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
  readonly runs: {
    readonly query: ResolvedFilter;
    readonly limit: number;
    readonly before: PageKey | null;
  };
  readonly runWrites: {
    readonly run: string;
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
  readonly toolStats: { readonly bounds: TimeBounds };
  readonly toolLastUses: { readonly tools: readonly ToolName[] };
  readonly bursts: { readonly limit: number };
  readonly summary: { readonly ids: readonly number[] };
  readonly repeats: { readonly id: number; readonly limit: number };
  readonly memoryNamespaces: object;
  readonly memoryDocuments: {
    readonly namespace: string;
    readonly before: MemoryKey | null;
    readonly limit: number;
  };
  readonly memorySearch: {
    readonly text: string;
    readonly namespace: string | null;
    readonly limit: number;
  };
  readonly memoryDetail: { readonly chunkId: string };
  readonly memoryText: { readonly chunkId: string; readonly version: number };
  readonly report: { readonly since_ms: number; readonly until_ms: number };
  readonly connectionCounts: object;
  readonly connectionActivity: { readonly now: number };
}

export interface ReadResults {
  readonly page: WritesPage;
  readonly newer: WritesPage;
  readonly runs: RunsPage;
  readonly runWrites: RunWrites;
  readonly counts: WriteCounts;
  readonly facets: WriteFacets;
  readonly histogram: Histogram;
  readonly dayCounts: readonly number[];
  readonly rows: readonly WriteRow[];
  readonly detail: WriteDetail | null;
  readonly toolStats: ToolFigures;
  readonly toolLastUses: readonly ToolLastUse[];
  readonly bursts: readonly Burst[];
  readonly summary: SelectionSummary;
  readonly repeats: { readonly rows: readonly WriteRow[]; readonly total: number };
  readonly memoryNamespaces: readonly MemoryNamespace[];
  readonly memoryDocuments: MemoryPage;
  readonly memorySearch: MemorySearch;
  readonly memoryDetail: MemoryDetail | null;
  readonly memoryText: MemoryText | null;
  readonly report: Report;
  readonly connectionCounts: readonly ConnectionCount[];
  readonly connectionActivity: readonly ConnectionActivity[];
}

export type ReadName = keyof ReadArgs;

type ReadOperations = {
  readonly [Name in ReadName]: (db: ReadHandle, args: ReadArgs[Name]) => ReadResults[Name];
};

/** The reads themselves, the same in a worker and in the command line's own thread. */
const operations: ReadOperations = {
  page: (db, { query, limit, before }) => pageStep(db, query, limit, before),
  newer: (db, { query, limit, after }) => newerStep(db, query, after, limit),
  runs: (db, { query, limit, before }) => runsStep(db, query, limit, before),
  runWrites: (db, { run, limit, after }) => runWrites(db, run, limit, after),
  counts: (db, { query }) => counts(db, query),
  facets: (db, { query }) => facets(db, query),
  histogram: (db, { query, bars }) => histogram(db, query, bars),
  dayCounts: (db, { query, days }) => dayCounts(db, query, days),
  rows: (db, { ids }) => withTitles(db, rowsWithIds(db, ids)),
  detail: (db, { id }) => detail(db, id),
  toolStats: (db, { bounds }) => ({ ...bounds, tools: toolStats(db, bounds) }),
  toolLastUses: (db, { tools }) => toolLastUses(db, tools),
  bursts: (db, { limit }) => newestBursts(db, limit),
  summary: (db, { ids }) => selectionSummary(db, ids),
  repeats: (db, { id, limit }) => repeatsOf(db, id, limit),
  memoryNamespaces: (db) => memoryNamespaces(db),
  memoryDocuments: (db, { namespace, before, limit }) =>
    memoryDocuments(db, namespace, before, limit),
  memorySearch: (db, { text, namespace, limit }) => memorySearch(db, text, namespace, limit),
  memoryDetail: (db, { chunkId }) => memoryDetail(db, chunkId),
  memoryText: (db, { chunkId, version }) => memoryText(db, chunkId, version),
  report: (db, { since_ms, until_ms }) => report(db, since_ms, until_ms),
  connectionCounts: (db) => connectionCounts(db),
  connectionActivity: (db, { now }) => connectionActivity(db, now),
};

export function runRead<Name extends ReadName>(
  db: ReadHandle,
  name: Name,
  args: ReadArgs[Name],
): ReadResults[Name] {
  return operations[name](db, args);
}
