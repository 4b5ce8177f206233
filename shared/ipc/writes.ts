import { z } from 'zod';
import type {
  Histogram,
  WriteCounts,
  WriteDetail,
  WriteFacets,
  WriteRow,
  WritesPage,
} from '../answers.ts';
import { type WriteFilter, writeFilterSchema } from '../filter.ts';
import { pageKeySchema } from '../ledger.ts';
import type { SelectionSummary } from '../selection.ts';
import { writeId } from './arguments.ts';

const selectedIds = z.strictObject({ ids: z.array(z.int().positive()).min(1).max(10_000) });

export const writesRequests = {
  'writes:page': z.strictObject({
    filter: writeFilterSchema,
    limit: z.int().min(1).max(500),
    /** Rows older than this; null: from the newest. */
    before: pageKeySchema.nullable(),
  }),
  /** Rows newer than `after`, oldest of them first to page, answered newest first; for the live tail. */
  'writes:newer': z.strictObject({
    filter: writeFilterSchema,
    after: pageKeySchema.nullable(),
    limit: z.int().min(1).max(500),
  }),
  'writes:counts': z.strictObject({ filter: writeFilterSchema }),
  'writes:facets': z.strictObject({ filter: writeFilterSchema }),
  'writes:histogram': z.strictObject({
    filter: writeFilterSchema,
    bars: z.int().min(1).max(400),
  }),
  /** Matching writes in each `[day, nextDay)`; `days` are local midnights, ms. */
  'writes:day-counts': z.strictObject({
    filter: writeFilterSchema,
    days: z.array(z.strictObject({ since_ms: z.int(), until_ms: z.int() })).max(60),
  }),
  /** These rows as they are now, in the order of recording; what is not there is left out. */
  'writes:rows': selectedIds,
  'writes:detail': writeId,
  /** What the writes of a selection have in them. */
  'writes:summary': selectedIds,
  /** Writes with the same content as this one, of any client, newest first, itself among them. */
  'writes:repeats': z.strictObject({ id: z.int().positive(), limit: z.int().min(1).max(200) }),
  'writes:undo': writeId,
} as const satisfies Record<string, z.ZodType>;

export interface WritesResults {
  'writes:page': WritesPage;
  'writes:newer': WritesPage;
  'writes:counts': WriteCounts;
  'writes:facets': WriteFacets;
  'writes:histogram': Histogram;
  'writes:day-counts': readonly number[];
  /** Null: no such row. */
  'writes:detail': WriteDetail | null;
  'writes:summary': SelectionSummary;
  'writes:rows': readonly WriteRow[];
  'writes:repeats': { readonly rows: readonly WriteRow[]; readonly total: number };
  'writes:undo': { readonly undone: boolean; readonly why: string; readonly row_id: number | null };
}

export interface WritesPushes {
  /** New or changed rows; sent at most every 50 ms. */
  'writes:appended': { readonly appended: number; readonly newest_id: number };
  /** Rows that were there without an outcome and have one now (or never will); at most every 50 ms. */
  'writes:settled': { readonly ids: readonly number[] };
}

type Args<Name extends keyof typeof writesRequests> = z.input<(typeof writesRequests)[Name]>;

export interface WritesApi {
  page(args: Args<'writes:page'>): Promise<WritesPage>;
  newer(args: Args<'writes:newer'>): Promise<WritesPage>;
  counts(filter: WriteFilter): Promise<WriteCounts>;
  facets(filter: WriteFilter): Promise<WriteFacets>;
  histogram(args: Args<'writes:histogram'>): Promise<Histogram>;
  dayCounts(args: Args<'writes:day-counts'>): Promise<readonly number[]>;
  detail(id: number): Promise<WriteDetail | null>;
  summary(ids: readonly number[]): Promise<SelectionSummary>;
  rows(ids: readonly number[]): Promise<readonly WriteRow[]>;
  repeats(id: number, limit: number): Promise<WritesResults['writes:repeats']>;
  undo(id: number): Promise<WritesResults['writes:undo']>;
  onAppended(listener: (what: WritesPushes['writes:appended']) => void): () => void;
  onSettled(listener: (what: WritesPushes['writes:settled']) => void): () => void;
}
