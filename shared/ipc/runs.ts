import { z } from 'zod';
import { writeFilterSchema } from '../filter.ts';
import { pageKeySchema } from '../ledger.ts';
import type { RunsPage, RunWrites } from '../runs.ts';

export const runsRequests = {
  'runs:page': z.strictObject({
    /** Runs with at least one write that matches; their figures are of the whole run. */
    filter: writeFilterSchema,
    limit: z.int().min(1).max(200),
    /** Runs behind the one with this `newest`; null: from the newest. */
    before: pageKeySchema.nullable(),
  }),
  /** A run's writes, oldest first. */
  'runs:writes': z.strictObject({
    session_id: z.string().min(1).max(256),
    after: pageKeySchema.nullable(),
    limit: z.int().min(1).max(500),
  }),
} as const satisfies Record<string, z.ZodType>;

export interface RunsResults {
  'runs:page': RunsPage;
  'runs:writes': RunWrites;
}

type Args<Name extends keyof typeof runsRequests> = z.input<(typeof runsRequests)[Name]>;

export interface RunsApi {
  page(args: Args<'runs:page'>): Promise<RunsPage>;
  writes(args: Args<'runs:writes'>): Promise<RunWrites>;
}
