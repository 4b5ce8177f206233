import { close, closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { UnflushedError } from './errors.ts';

/** Brings a write-ahead log to the disk without blocking the thread that serves. */
export interface LogFlush {
  /** A commit that nobody flushed is in the log now. */
  written(): void;
  /**
   * Resolves once all that was written before is on the disk. One flush serves all that wait when it begins.
   * Rejects with an UnflushedError: whether it got there is unknown.
   */
  flushed(): Promise<void>;
  /** Before the log goes away: flushes what waits, here and now. */
  close(): void;
}

type Sync = (handle: number, done: (error: Error | null) => void) => void;

interface Round {
  readonly done: Promise<void>;
  readonly settle: (error: unknown) => void;
}

/** @param log Its path; opened at the first flush, and by a handle of its own, since SQLite lends none. */
export function createLogFlush(log: string, sync: Sync = fdatasync): LogFlush {
  let handle: number | null = null;
  let isClosed = false;
  let hasUnflushed = false;
  let running: Round | null = null;
  /** Begins where the running one ends: that one may have missed what was written since. */
  let next: Round | null = null;
  let isPlanned = false;

  const end = (error: unknown): void => {
    running?.settle(error);
    running = null;
    if (isClosed) release();
    else begin();
  };
  const release = (): void => {
    if (handle !== null) close(handle, () => {});
    handle = null;
  };
  /** Handing it to another thread takes 0.1 ms: what goes out in this turn goes out first. */
  const plan = (): void => {
    if (isPlanned || running !== null) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      if (running === null) begin();
    });
  };
  const begin = (): void => {
    if (next === null || isClosed) return;
    running = next;
    next = null;
    hasUnflushed = false;
    try {
      // For writing, though it only flushes: Windows does it on no other handle.
      handle ??= openSync(log, 'r+');
      sync(handle, end);
    } catch (error) {
      end(error);
    }
  };

  return {
    written() {
      hasUnflushed = true;
    },
    flushed() {
      if (!hasUnflushed) return (next ?? running)?.done ?? Promise.resolve();
      next ??= newRound();
      const { done } = next;
      plan();
      return done;
    },
    close() {
      isClosed = true;
      const waiting = next;
      next = null;
      try {
        if (hasUnflushed) flushNow(log);
        waiting?.settle(null);
      } catch (error) {
        waiting?.settle(error);
      }
      hasUnflushed = false;
      if (running === null) release();
    },
  };
}

function newRound(): Round {
  let settle: Round['settle'] = () => {};
  const done = new Promise<void>((resolve, reject) => {
    settle = (error) => {
      if (error === null || error === undefined) resolve();
      else reject(new UnflushedError(error));
    };
  });
  return { done, settle };
}

function flushNow(log: string): void {
  const handle = openSync(log, 'r+');
  try {
    fdatasyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
