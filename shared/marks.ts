import { z } from 'zod';

/** What a person can say of a write while reviewing. A write can be both. */
export const markNames = ['flagged', 'reviewed'] as const;
export type MarkName = (typeof markNames)[number];

const longestComment = 2000;

/** A person's mark on a write. It stands apart from the ledger, whose rows never change. */
export interface WriteMark {
  readonly flagged: boolean;
  readonly reviewed: boolean;
  /** Null: none. */
  readonly comment: string | null;
  /** Milliseconds since 1970. */
  readonly changed_ms: number;
}

/** A mark with the write it is on; `mark` null: the write has none. */
export interface MarkOfWrite {
  readonly id: number;
  readonly mark: WriteMark | null;
}

const comment = z.string().max(longestComment).nullable();
const writeIds = z.array(z.int().positive()).min(1).max(10_000);

/** Sets what is named on each of the writes; what is absent stays as it is. */
export const markChangeSchema = z.strictObject({
  ids: writeIds,
  flagged: z.boolean().optional(),
  reviewed: z.boolean().optional(),
  comment: comment.optional(),
});
export type MarkChange = z.infer<typeof markChangeSchema>;

/** Puts marks back as they were: the undo of a change. */
export const putMarksSchema = z.strictObject({
  marks: z
    .array(
      z.strictObject({
        id: z.int().positive(),
        mark: z
          .strictObject({
            flagged: z.boolean(),
            reviewed: z.boolean(),
            comment,
            changed_ms: z.int(),
          })
          .nullable(),
      }),
    )
    .min(1)
    .max(10_000),
});
