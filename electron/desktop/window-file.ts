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

/** How the settings want the window to look, before they are read in full; what is not usable is the default. */
export function readLooks(
  home: string,
): Pick<Settings['window'], 'theme' | 'density' | 'timeZone'> {
  let found: Readonly<Record<string, unknown>> = {};
  try {
    found = JSON.parse(readFileSync(homePaths(home).settings, 'utf8'))?.window ?? {};
  } catch {
    // The core says what is wrong with the file.
  }
  const { theme, density, timeZone } = found;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'compact' ? density : 'comfortable',
    timeZone: timeZone === 'utc' ? timeZone : 'local',
  };
}
