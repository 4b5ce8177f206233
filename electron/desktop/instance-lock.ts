import { readlinkSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * Removes Chromium's instance lock where another host name stands in it. After a crash and a change of
 * the computer's name Chromium takes that lock for another computer's and never starts again, without
 * a word. The core's own lock, which the operating system holds, still keeps two processes apart.
 */
export function dropForeignInstanceLock(userData: string, host = hostname()): void {
  const lock = join(userData, 'SingletonLock');
  try {
    // The link's target is `host-pid`; on Windows there is no such file.
    const owner = readlinkSync(lock).replace(/-\d+$/, '');
    if (owner !== host) unlinkSync(lock);
  } catch {
    // No lock, or none that can be read: Chromium's to judge.
  }
}
