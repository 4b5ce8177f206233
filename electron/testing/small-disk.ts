import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempHome } from './temp-home.ts';

/** A disk of a few megabytes that can be filled, emptied and made read-only. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves so many bytes free. */
  fill(leave?: number): void;
  free(): void;
  remount(mode: 'ro' | 'rw'): void;
}

/** Whether this machine lets a test mount one (Linux, as root). */
export const canMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

export function smallDisk(megabytes: number): SmallDisk {
  const folder = tempHome();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
  });
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(leave = 0) {
      const { bavail, bsize } = statfsSync(folder);
      const bytes = bavail * bsize - leave;
      if (bytes > 0) writeFileSync(ballast, Buffer.alloc(bytes, 1), { flag: 'a' });
    },
    free: () => writeFileSync(ballast, ''),
    remount: (mode) => {
      execFileSync('mount', ['-o', `remount,${mode}`, folder]);
    },
  };
}

const holder = `
  const Database = require(process.argv[1]);
  const db = new Database(process.argv[2]);
  db.pragma('locking_mode = EXCLUSIVE');
  db.exec(process.argv[3]);
  console.log('held');
  setInterval(() => {}, 1000);
`;

/** Another process keeps everybody else away from this database, readers too, until `release`. */
export async function holdExclusively(
  database: string,
  begin = 'BEGIN EXCLUSIVE; CREATE TABLE held (a); COMMIT; BEGIN EXCLUSIVE',
): Promise<{ release(): Promise<void> }> {
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
  const child = spawn(process.execPath, ['-e', holder, sqlite, database, begin], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return {
    async release() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
