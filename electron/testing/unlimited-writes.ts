import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homePaths } from '../home/paths.ts';

/** Takes the hourly limit off a home that is not served yet: a load is written, not refused. */
export function unlimitedWrites(home: string): void {
  const { settings } = homePaths(home);
  if (existsSync(settings)) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(settings, JSON.stringify({ policy: { writesPerHour: null } }));
}
