import { dbErrorKind, dbErrorWords } from '../../db/errors.ts';
import type { WriteHandle } from '../../db/handles.ts';

/** Work that waits for the next transaction. */
export interface Job {
  /** Runs inside the shared transaction; returns what to do after the commit. A throw undoes the transaction. */
  readonly run: () => () => void;
  /** Says for good that the ledger could not take it; nothing of it is stored. */
  readonly lose: (why: string) => void;
  /** Bytes that it holds while it waits. */
  readonly size: number;
  /** Monotonic milliseconds. */
  readonly queuedAt: number;
  /** The flush to disk may come after `run`'s follow-up: whoever needs it asks for it there. */
  readonly flush?: 'later';
  /** Nobody waits for it: it goes with the next transaction of others, or alone a little later. */
  readonly isPatient?: boolean;
}

export interface CommitQueueOptions {
  readonly write: WriteHandle;
  /** A statement found the file damaged: replaces it under the same handle. */
  readonly damaged: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
  /** Another process has held the file for so long that a person should see it; jobs go on waiting. */
  readonly onStalled?: (why: string) => void;
  /** Whether the next transaction has to be on the disk before anybody hears of it, whatever its jobs say. */
  readonly mustFlush?: () => boolean;
}

export interface CommitQueue {
  add(job: Job): void;
  /** Resolves when nothing waits any more, at the latest after `ms`; what is left then is lost. */
  drain(ms: number): Promise<void>;
}

/** Bounds of what waits while another process holds the file (case c02). */
export interface QueueLimits {
  readonly jobs: number;
  readonly bytes: number;
  readonly waitMs: number;
  readonly perTransaction: number;
}

const usualLimits: QueueLimits = {
  jobs: 1000,
  bytes: 64 * 1024 * 1024,
  waitMs: 10_000,
  perTransaction: 64,
};
/** Each try keeps the thread for as long as SQLite itself waits; between them it serves. */
const retryMs = 100;

/** A lock of less is a checkpoint or a backup of another program's, and no outage. */
const stalledMs = 1000;
/** How long a patient job waits for company: one flush to disk less for each call that is followed by another. */
const patienceMs = 25;

/**
 * Jobs that arrive in the same turn share one transaction, and hear of it only after its COMMIT: one
 * flush to disk for all of them. A busy file is waited for without blocking the process.
 */
export function createCommitQueue(
  { write, damaged, onError, onStalled, mustFlush }: CommitQueueOptions,
  most: QueueLimits = usualLimits,
): CommitQueue {
  const waiting: Job[] = [];
  let bytes = 0;
  let scheduled = false;
  let patience: NodeJS.Timeout | null = null;
  let whenIdle: (() => void)[] = [];

  const weigh = (jobs: readonly Job[]) => jobs.reduce((sum, job) => sum + job.size, 0);

  const mayFlushLater = (batch: readonly Job[]) =>
    mustFlush?.() !== true && batch.every(({ flush }) => flush === 'later');

  /** Null: committed. */
  const commit = (batch: readonly Job[]): { readonly error: unknown } | null => {
    let after: readonly (() => void)[];
    const when = mayFlushLater(batch) ? 'later' : 'now';
    try {
      after = write.transaction(() => batch.map((job) => job.run()), when);
    } catch (error) {
      return { error };
    }
    for (const then of after) then();
    return null;
  };

  /** Ends every job of the batch but those that are to wait for a busy file; these it returns. */
  const settle = (batch: readonly Job[], repaired = false): readonly Job[] => {
    const failed = commit(batch);
    if (failed === null) return [];
    const kind = dbErrorKind(failed.error);
    if (kind === 'busy') {
      const limit = performance.now() - most.waitMs;
      for (const job of batch) if (job.queuedAt < limit) job.lose(dbErrorWords(failed.error));
      const stalled = performance.now() - stalledMs;
      if (batch.some(({ queuedAt }) => queuedAt < stalled)) onStalled?.(dbErrorWords(failed.error));
      return batch.filter((job) => job.queuedAt >= limit);
    }
    onError(failed.error);
    if (kind === 'corrupt' && !repaired) {
      damaged(failed.error);
      return settle(batch, true);
    }
    // One call that the disk has no room for must not take the others with it.
    if (batch.length > 1) return batch.flatMap((job) => settle([job], repaired));
    for (const job of batch) job.lose(wordsOf(failed.error));
    return [];
  };

  /** Patient jobs save a flush where they share one; without one they would only hold up what goes out. */
  const nextBatch = (): Job[] => {
    const first = waiting.filter(({ isPatient }) => isPatient !== true);
    const alone = first.length > 0 && first.length < waiting.length && mayFlushLater(first);
    if (!alone) return waiting.splice(0, most.perTransaction);
    const batch = first.slice(0, most.perTransaction);
    const taken = new Set(batch);
    waiting.splice(0, waiting.length, ...waiting.filter((job) => !taken.has(job)));
    return batch;
  };

  const flush = (): void => {
    if (patience !== null) clearTimeout(patience);
    patience = null;
    const batch = nextBatch();
    const again = settle(batch);
    waiting.unshift(...again);
    bytes -= weigh(batch) - weigh(again);
    scheduled = waiting.length > 0;
    if (again.length > 0) setTimeout(flush, retryMs);
    else if (scheduled) setImmediate(flush);
    else {
      for (const idle of whenIdle) idle();
      whenIdle = [];
    }
  };

  return {
    add(job) {
      if (waiting.length >= most.jobs || bytes + job.size > most.bytes) {
        job.lose('too many writes are waiting for the ledger');
        return;
      }
      waiting.push(job);
      bytes += job.size;
      if (scheduled) return;
      if (job.isPatient === true) {
        patience ??= setTimeout(flush, patienceMs);
        return;
      }
      scheduled = true;
      setImmediate(flush);
    },
    async drain(ms) {
      if (waiting.length === 0) return;
      if (patience !== null) flush();
      if (waiting.length === 0) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        whenIdle.push(resolve);
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      for (const job of waiting.splice(0)) job.lose('Inkwatch quit before the ledger was free');
    },
  };
}

function wordsOf(error: unknown): string {
  if (dbErrorKind(error) !== 'other') return dbErrorWords(error);
  return error instanceof Error ? error.message : String(error);
}
