import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { writeFileAtomically } from '../../../atomic-file.ts';
import { killMarked, signalTree } from './end-tree.ts';

const run = promisify(execFile);

const fileSchema = z.object({
  mark: z.string(),
  children: z.array(z.object({ pid: z.int().min(2), started: z.string().min(1) })),
});

/** Remembers on disk which processes are ours, so that the next start can end what a `kill -9` left. */
export interface RunFile {
  add(pid: number): void;
  remove(pid: number): void;
}

export interface RunFileOptions {
  readonly path: string;
  readonly mark: string;
  readonly onError: (error: unknown) => void;
}

export function createRunFile({ path, mark, onError }: RunFileOptions): RunFile {
  const children = new Map<number, string>();
  const write = (): void => {
    try {
      if (children.size === 0) rmSync(path, { force: true });
      else {
        const all = [...children].map(([pid, started]) => ({ pid, started }));
        writeFileAtomically(path, `${JSON.stringify({ mark, children: all })}\n`);
      }
    } catch (error) {
      onError(error);
    }
  };
  return {
    add(pid) {
      // Linux finds them by the mark, and asking for a start time costs a process elsewhere.
      children.set(pid, 'unknown');
      write();
      if (process.platform === 'linux') return;
      void startOf(pid).then((started) => {
        if (started === null || !children.has(pid)) return;
        children.set(pid, started);
        write();
      });
    },
    remove(pid) {
      if (children.delete(pid)) write();
    },
  };
}

/**
 * Ends what an earlier run left: by its mark, else by process id *and* start time, never by name.
 * Resolves to how many there were.
 */
export async function sweepRun(path: string): Promise<number> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return 0;
  }
  rmSync(path, { force: true });
  const file = fileSchema.safeParse(parse(text));
  if (!file.success) return 0;
  if (process.platform === 'linux') return killMarked(file.data.mark);
  let ended = 0;
  for (const { pid, started } of file.data.children) {
    if (started === 'unknown' || (await startOf(pid)) !== started) continue;
    signalTree(pid, 'SIGKILL');
    ended += 1;
  }
  return ended;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** When a process was started, as its system says it; null: there is none, or it does not say. */
async function startOf(pid: number): Promise<string | null> {
  const [command, args] =
    process.platform === 'win32'
      ? ([
          'powershell',
          ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`],
        ] as const)
      : (['ps', ['-o', 'lstart=', '-p', String(pid)]] as const);
  return run(command, [...args], { timeout: 5000, windowsHide: true }).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}
