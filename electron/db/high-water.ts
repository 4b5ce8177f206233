import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomically } from '../atomic-file.ts';
import type { ReadHandle } from './handles.ts';

const highWaterSchema = z.object({
  id: z.int().nonnegative(),
  row_hash: z.string().nullable(),
});

/** The newest row at the last clean moment, noted outside the database (case c04). */
export type HighWater = Readonly<z.infer<typeof highWaterSchema>>;

/** Null: never noted, or the note cannot be read; neither says anything about the ledger. */
export function readHighWater(file: string): HighWater | null {
  try {
    const parsed = highWaterSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The newest row of the ledger; id 0: none. */
export function newestRow(db: ReadHandle): HighWater {
  return (
    db.get<HighWater>('SELECT id, row_hash FROM mcp_writes ORDER BY id DESC LIMIT 1') ?? {
      id: 0,
      row_hash: null,
    }
  );
}

export function noteHighWater(file: string, db: ReadHandle): void {
  writeFileAtomically(file, `${JSON.stringify(newestRow(db))}\n`);
}

/** Whether the ledger still holds the row that was its newest; `changed`: it holds another in its place. */
export function compareWithHighWater(
  db: ReadHandle,
  mark: HighWater,
): 'whole' | 'shorter' | 'changed' {
  if (mark.id === 0) return 'whole';
  const row = db.get<{ row_hash: string | null }>('SELECT row_hash FROM mcp_writes WHERE id = ?', [
    mark.id,
  ]);
  if (row === undefined) return 'shorter';
  return row.row_hash === mark.row_hash ? 'whole' : 'changed';
}
