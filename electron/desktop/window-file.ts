import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../shared/settings.ts';
import { homePaths } from '../home/paths.ts';
import { type SavedBounds, savedBoundsOf } from './window-bounds.ts';

const fileIn = (home: string): string => join(home, 'window.json');

/** Where the window last was; null: never saved, or not readable. Losing it costs a move of the mouse. */
export function readWindowFile(home: string): SavedBounds | null {
  try {
    return savedBoundsOf(JSON.parse(readFileSync(fileIn(home), 'utf8')));
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

/** The theme that the settings name, before they are read in full; anything else is the system's. */
export function readTheme(home: string): Settings['window']['theme'] {
  try {
    const text = readFileSync(homePaths(home).settings, 'utf8');
    const theme: unknown = JSON.parse(text)?.window?.theme;
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system';
  }
}
