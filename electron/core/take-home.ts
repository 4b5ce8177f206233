import { setTimeout as sleep } from 'node:timers/promises';
import { HomeInUseError, type HomeLock, lockHome } from '../db/home-lock.ts';
import { readEndpointFile } from '../home/endpoint-file.ts';
import type { HomePaths } from '../home/paths.ts';

/** A core drains for at most 5 s and then closes its files. */
const yieldMs = 8000;
const pollMs = 50;

/**
 * Takes the lock of a home. A core that a bridge started in the background makes room for what a person
 * starts; its clients find the new one by themselves. @throws HomeInUseError where another process holds it
 */
export async function takeHome(paths: HomePaths): Promise<HomeLock> {
  try {
    return lockHome(paths);
  } catch (error) {
    if (!(error instanceof HomeInUseError) || !asksToYield(paths, error.pid)) throw error;
  }
  const deadline = Date.now() + yieldMs;
  for (;;) {
    await sleep(pollMs);
    try {
      return lockHome(paths);
    } catch (error) {
      if (!(error instanceof HomeInUseError) || Date.now() > deadline) throw error;
    }
  }
}

/** Asks the process that serves in the background to end; false where there is none. */
function asksToYield(paths: HomePaths, pid: number | null): boolean {
  const endpoint = readEndpointFile(paths.endpoint);
  if (pid === null || endpoint?.background !== true || endpoint.pid !== pid) return false;
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It ended meanwhile.
  }
  return true;
}
