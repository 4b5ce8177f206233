import { z } from 'zod';
import type { ExportProgress, ExportStarted } from '../answers.ts';
import { writeFilterSchema } from '../filter.ts';

export const exportRequestSchema = z.strictObject({
  scope: z.enum(['filtered', 'selected', 'all']),
  filter: writeFilterSchema,
  /** Ids for `selected`; empty otherwise. */
  ids: z.array(z.int().positive()).max(10_000),
  format: z.enum(['csv', 'jsonl']),
  byteOrderMark: z.boolean(),
  timeZone: z.enum(['local', 'utc']),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

const exportId = z.strictObject({ export_id: z.int() });

export const exportRequests = {
  'export:start': exportRequestSchema,
  'export:cancel': exportId,
  'export:reveal': exportId,
} as const satisfies Record<string, z.ZodType>;

export interface ExportResults {
  'export:start': ExportStarted;
  'export:cancel': null;
  'export:reveal': null;
}

export interface ExportPushes {
  'export:progress': ExportProgress;
}

export interface ExportApi {
  start(request: ExportRequest): Promise<ExportStarted>;
  cancel(exportId: number): Promise<null>;
  reveal(exportId: number): Promise<null>;
  onProgress(listener: (progress: ExportProgress) => void): () => void;
}
