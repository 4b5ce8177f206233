import { z } from 'zod';
import { effects } from './ledger.ts';
import { markNames } from './marks.ts';
import { shownOutcomes } from './outcome.ts';
import { timeRangeSchema } from './time-range.ts';

export { emptyFilter } from './empty-filter.ts';

const value = z.string().min(1).max(256);
const choice = <T extends z.ZodType<string>>(of: T) =>
  z.strictObject({ only: z.array(of).max(200), hide: z.array(of).max(200) });

/**
 * The one filter: list, count, facets, histogram, export and CLI all take this value, so that what a
 * person sees is what they export. In each dimension `only` keeps the named values (empty: all) and
 * `hide` drops them; dimensions are joined by "and".
 */
export const writeFilterSchema = z.strictObject({
  time: timeRangeSchema,
  /** `clientKeyOf` values: a family's key (all its names) or an exact `client_info`. */
  client: choice(value),
  /** A connection's `client_id` or its name; a name stands for all that have or had it, in any case. */
  connection: choice(value),
  /** Exact ledger names (`memory.store`). */
  tool: choice(value),
  server: choice(value),
  namespace: choice(value),
  outcome: choice(z.enum(shownOutcomes)),
  /** What a call may have done. */
  effect: choice(z.enum(effects)),
  /** A person's marks; a write can have several, or none. */
  mark: choice(z.enum(markNames)),
  /** Literal substring of tool, summary, reason, error, client name; ASCII case is folded, others are not. */
  text: z.string().max(5000),
  /** A run's `session_id`; null: any. */
  run: z.string().min(1).max(256).nullable(),
  /** The rows of exactly one stored burst; null: any. */
  burst: z.int().positive().nullable(),
});
export type WriteFilter = z.infer<typeof writeFilterSchema>;

export const facetKeys = [
  'client',
  'connection',
  'tool',
  'server',
  'outcome',
  'effect',
  'namespace',
] as const;
export type FacetKey = (typeof facetKeys)[number];

/** Every dimension that keeps and hides values; marks are no facet, since they are not of the ledger. */
export const choiceKeys = [...facetKeys, 'mark'] as const;
export type ChoiceKey = (typeof choiceKeys)[number];

/** True where the filter keeps every write, whatever its time. */
export function isUnfiltered(filter: WriteFilter): boolean {
  return (
    choiceKeys.every((key) => filter[key].only.length === 0 && filter[key].hide.length === 0) &&
    filter.text.trim() === '' &&
    filter.run === null &&
    filter.burst === null &&
    filter.time.kind === 'all'
  );
}

/** Every outcome that is not known to be a success: the "failures only" toggle. */
export const failureOutcomes = ['failed', 'refused', 'unknown'] as const;
