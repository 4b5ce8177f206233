import { z } from 'zod';
import type { ExportProgress, ExportStarted } from '../answers.ts';
import type { Report } from '../report.ts';

/** The longest range of a report: more than a year of days is no page to read. */
export const longestDays = 400;

const reportRange = z
  .strictObject({ since_ms: z.int(), until_ms: z.int() })
  .refine(({ since_ms, until_ms }) => until_ms > since_ms, 'the range is empty')
  .refine(
    ({ since_ms, until_ms }) => until_ms - since_ms <= longestDays * 86_400_000,
    `a report covers at most ${longestDays} days`,
  );
export type ReportRange = z.infer<typeof reportRange>;

export const reportSaveSchema = z.strictObject({
  range: reportRange,
  format: z.enum(['pdf', 'md']),
});
export type ReportSave = z.infer<typeof reportSaveSchema>;

export const reportRequests = {
  'report:read': reportRange,
  'report:save': reportSaveSchema,
  'report:cancel': z.strictObject({ export_id: z.int() }),
  'report:reveal': z.strictObject({ export_id: z.int() }),
} as const satisfies Record<string, z.ZodType>;

export interface ReportResults {
  'report:read': Report;
  /** `total` counts steps. */
  'report:save': ExportStarted;
  'report:cancel': null;
  'report:reveal': null;
}

export interface ReportPushes {
  'report:progress': ExportProgress;
}

export interface ReportApi {
  read(range: ReportRange): Promise<Report>;
  save(save: ReportSave): Promise<ExportStarted>;
  cancel(exportId: number): Promise<null>;
  reveal(exportId: number): Promise<null>;
  onProgress(listener: (progress: ExportProgress) => void): () => void;
}
