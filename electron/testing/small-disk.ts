import { execFileSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
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
