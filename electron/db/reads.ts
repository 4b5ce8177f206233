import type {
  Histogram,
  WriteCounts,
  WriteDetail,
  WriteFacets,
  WriteRow,
  WritesPage,
} from '../../shared/answers.ts';
import type { Burst } from '../../shared/burst.ts';
import type { WriteFilter } from '../../shared/filter.ts';
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
import type { ToolLastUse, ToolStats } from '../../shared/servers.ts';
import type { TimeRange } from '../../shared/time-range.ts';
import type { ConnectionActivity } from './readers/connection-activity.ts';
import type { ConnectionCount } from './readers/connection-counts.ts';

export interface ToolFigures {
  readonly since_ms: number | null;
  readonly until_ms: number | null;
  readonly tools: readonly ToolStats[];
}

export interface ToolName {
  readonly server: string;
  readonly tool: string;
}

/** Reads for window and CLI; all of them run off the main thread, none outlives its answer. */
export interface CoreReads {
  page(filter: WriteFilter, limit: number, before: PageKey | null): Promise<WritesPage>;
  newer(filter: WriteFilter, after: PageKey | null, limit: number): Promise<WritesPage>;
  runs(filter: WriteFilter, limit: number, before: PageKey | null): Promise<RunsPage>;
  runWrites(run: string, limit: number, after: PageKey | null): Promise<RunWrites>;
  counts(filter: WriteFilter): Promise<WriteCounts>;
  facets(filter: WriteFilter): Promise<WriteFacets>;
  histogram(filter: WriteFilter, bars: number): Promise<Histogram>;
  dayCounts(
    filter: WriteFilter,
    days: readonly { readonly since_ms: number; readonly until_ms: number }[],
  ): Promise<readonly number[]>;
  rows(ids: readonly number[]): Promise<readonly WriteRow[]>;
  detail(id: number): Promise<WriteDetail | null>;
  /** Calls, failures and elapsed times per server and tool. */
  toolStats(time: TimeRange): Promise<ToolFigures>;
  /** When each of these was last called, in the order given. */
  toolLastUses(tools: readonly ToolName[]): Promise<readonly ToolLastUse[]>;
  bursts(limit: number): Promise<readonly Burst[]>;
  summary(ids: readonly number[]): Promise<SelectionSummary>;
  repeats(
    id: number,
    limit: number,
  ): Promise<{ readonly rows: readonly WriteRow[]; readonly total: number }>;
  memoryNamespaces(): Promise<readonly MemoryNamespace[]>;
  memoryDocuments(namespace: string, before: MemoryKey | null, limit: number): Promise<MemoryPage>;
  memorySearch(query: string, namespace: string | null, limit: number): Promise<MemorySearch>;
  memoryDetail(chunkId: string): Promise<MemoryDetail | null>;
  memoryText(chunkId: string, version: number): Promise<MemoryText | null>;
  report(since_ms: number, until_ms: number): Promise<Report>;
  /** What each client did on each connection, over the whole ledger. */
  connectionCounts(): Promise<readonly ConnectionCount[]>;
  /** How much came over each connection lately. */
  connectionActivity(): Promise<readonly ConnectionActivity[]>;
}
