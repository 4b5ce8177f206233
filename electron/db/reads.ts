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

/** Reads for window and CLI; all of them run off the main thread, none outlives its answer. */
export interface CoreReads {
  page(filter: WriteFilter, limit: number, before: PageKey | null): Promise<WritesPage>;
  newer(filter: WriteFilter, after: PageKey | null, limit: number): Promise<WritesPage>;
  counts(filter: WriteFilter): Promise<WriteCounts>;
  facets(filter: WriteFilter): Promise<WriteFacets>;
  histogram(filter: WriteFilter, bars: number): Promise<Histogram>;
  dayCounts(
    filter: WriteFilter,
    days: readonly { readonly since_ms: number; readonly until_ms: number }[],
  ): Promise<readonly number[]>;
  rows(ids: readonly number[]): Promise<readonly WriteRow[]>;
  detail(id: number): Promise<WriteDetail | null>;
  bursts(limit: number): Promise<readonly Burst[]>;
}
