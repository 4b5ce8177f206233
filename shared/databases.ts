import { z } from 'zod';

export const addDatabaseSchema = z.strictObject({
  /** What agents call it. */
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -'),
  /** Absolute. */
  path: z.string().min(1).max(4096),
  read_only: z.boolean().default(false),
});
export type AddDatabase = z.input<typeof addDatabaseSchema>;

/** A registered SQLite file; only these can be reached by the SQL tools. */
export interface DatabaseView {
  readonly name: string;
  readonly path: string;
  readonly read_only: boolean;
  readonly added_ms: number;
  /** Whether the file is there now. */
  readonly file: 'present' | 'absent' | 'unknown';
}
