import { randomUUID } from 'node:crypto';
import { UpstreamError } from './link.ts';
import { type Grace, killMarked } from './stdio/end-tree.ts';
import { createRunFile, sweepRun } from './stdio/run-file.ts';
import { createWatchdog } from './stdio/watchdog.ts';

/** The processes that this core started, over all servers. */
export interface Processes {
  readonly grace: Grace | null;
  /** PATH for children; null: as this process has it. */
  path(): Promise<string | null>;
  /** A mark for one server's processes; it begins with the mark of this run. */
  newMark(): string;
  /** Takes one of the places there are. @throws UpstreamError where there is none left. */
  take(): () => void;
  started(pid: number): void;
  ended(pid: number): void;
  count(): number;
  /** Ends what an earlier run of this home left behind; resolves to how many. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}

export interface ProcessesOptions {
  /** Where this home keeps which processes run. */
  readonly runFile: string;
  readonly path: () => Promise<string | null>;
  readonly most: number;
  readonly grace?: Grace;
  readonly onError: (error: unknown) => void;
}

export function createProcesses(options: ProcessesOptions): Processes {
  const { runFile: path, onError } = options;
  const mark = randomUUID();
  const watchdog = createWatchdog(onError);
  const runFile = createRunFile({ path, mark, onError });
  let number = 0;
  let taken = 0;
  let searchPath: Promise<string | null> | null = null;

  return {
    grace: options.grace ?? null,
    path() {
      searchPath ??= options.path().catch((error: unknown) => {
        onError(error);
        return null;
      });
      return searchPath;
    },
    newMark() {
      number += 1;
      return `${mark}.${number}`;
    },
    take() {
      if (taken >= options.most) {
        throw new UpstreamError(
          `It cannot be started: ${taken} processes of servers run already, and that is the limit`,
        );
      }
      taken += 1;
      let isMine = true;
      return () => {
        if (isMine) taken -= 1;
        isMine = false;
      };
    },
    started(pid) {
      watchdog.watch(pid);
      runFile.add(pid);
    },
    ended(pid) {
      watchdog.forget(pid);
      runFile.remove(pid);
    },
    count: () => taken,
    sweep: () => sweepRun(path),
    async close() {
      await killMarked(mark);
      watchdog.close();
    },
  };
}
