import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SavedBounds, savedBoundsSchema } from './window-bounds.ts';

const fileIn = (home: string): string => join(home, 'window.json');

/** Where the window last was; null: never saved, or not readable. Losing it costs a move of the mouse. */
export function readWindowFile(home: string): SavedBounds | null {
  try {
    const parsed = savedBoundsSchema.safeParse(JSON.parse(readFileSync(fileIn(home), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Keeps the bounds; a home that cannot be written is told elsewhere, so a failure here is silent. */
export function writeWindowFile(home: string, bounds: SavedBounds): void {
  try {
    writeFileSync(`${fileIn(home)}.tmp`, JSON.stringify(bounds));
    renameSync(`${fileIn(home)}.tmp`, fileIn(home));
  } catch {
    // Nothing to say and nothing lost.
  }
}
