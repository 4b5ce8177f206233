import type { z } from 'zod';
import { type MarkChange, type MarkOfWrite, markChangeSchema, putMarksSchema } from '../marks.ts';

export const marksRequests = {
  'marks:change': markChangeSchema,
  'marks:put': putMarksSchema,
} as const satisfies Record<string, z.ZodType>;

export interface MarksResults {
  /** The marks as they were before, of the writes that exist: for the undo. */
  'marks:change': readonly MarkOfWrite[];
  'marks:put': null;
}

export interface MarksPushes {
  /** Marks as they are now. */
  'marks:changed': { readonly marks: readonly MarkOfWrite[] };
}

export interface MarksApi {
  change(change: MarkChange): Promise<readonly MarkOfWrite[]>;
  put(marks: readonly MarkOfWrite[]): Promise<null>;
  onChanged(listener: (what: MarksPushes['marks:changed']) => void): () => void;
}
