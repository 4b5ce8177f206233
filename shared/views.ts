import { z } from 'zod';
import { columnLayoutSchema } from './columns.ts';

export const mostViews = 100;
export const longestViewName = 80;

/** A filter with a name, and the columns it is read with. */
export const savedViewSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(longestViewName),
  /** In the filter language; relative ranges stay relative. */
  query: z.string().max(20_000),
  /** Null: whatever columns are shown when it is opened. */
  columns: columnLayoutSchema.nullable(),
});
export type SavedView = z.infer<typeof savedViewSchema>;
