import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { markedProcesses } from './mark.ts';

/** A mark is a UUID at least: nothing shorter may choose what is ended. */
const shortestMark = 36;

/** How long each step of asking a server to end is given, ms; five seconds at most in all. */
export interface Grace {
  /** After its stdin was closed, which is how MCP asks. */
  readonly stdin: number;
  /** After SIGTERM. */
  readonly term: number;
}

export const usualGrace: Grace = { stdin: 1500, term: 1500 };

/**
 * Sends a signal to a process and all of its group; on Windows the tree is ended by force. Refuses what is
 * no process of ours: a negated 1 would be everybody, a negated 0 our own group.
 */
export function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (!Number.isSafeInteger(pid) || pid < 2) return;
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

/**
 * Ends a server and everything below it: wrappers such as `npx` and `sh -c` pass no signal on, so the
 * whole group gets it (case h06). Resolves when they are gone.
 */
export async function endTree(child: ChildProcess, mark: string, grace: Grace): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  const exited = isGone() ? Promise.resolve() : once(child, 'exit').then(() => {});
  const within = async (ms: number): Promise<boolean> => {
    if (isGone()) return true;
    const stop = new AbortController();
    await Promise.race([
      exited,
      sleep(ms, undefined, { signal: stop.signal, ref: false }).catch(() => {}),
    ]);
    stop.abort();
    return isGone();
  };
  child.stdin?.end();
  if (!(await within(grace.stdin))) {
    signalTree(pid, 'SIGTERM');
    await within(grace.term);
  }
  await killRest(pid, mark);
  await exited;
}

/** Ends at once what is left of a server's group, and what left the group. */
export async function killRest(pid: number, mark: string): Promise<void> {
  signalTree(pid, 'SIGKILL');
  await killMarked(mark);
}

/** Ends every process that carries the mark. Twice, since one may have started another meanwhile. */
export async function killMarked(mark: string): Promise<number> {
  if (mark.length < shortestMark) return 0;
  let ended = 0;
  for (let round = 0; round < 2; round += 1) {
    for (const pid of await markedProcesses(mark)) {
      try {
        process.kill(pid, 'SIGKILL');
        ended += 1;
      } catch {
        // It ended by itself.
      }
    }
  }
  return ended;
}
