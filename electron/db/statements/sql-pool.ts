import type { SqlAnswer, SqlFile, SqlOrder, SqlWord, SqlWork } from './sql-message.ts';
import type { SqlProcess, StartSqlProcess } from './sql-process.ts';
import { createTurns } from './turns.ts';

/** One piece of work for a registered file. */
export interface SqlJob {
  /** Whose turn it is: a connection. */
  readonly owner: string;
  readonly file: SqlFile;
  readonly work: SqlWork;
  /** Milliseconds that it may run. */
  readonly limitMs: number;
  /** Null: it cannot be cancelled. */
  readonly signal: AbortSignal | null;
}

/** Why work ended without SQLite's answer. Whatever it wrote is undone. */
export type SqlStop = 'cancelled' | 'timeout' | 'quit' | 'died' | 'crowded' | 'waited';

export type SqlResult =
  | { readonly kind: 'done'; readonly answer: SqlAnswer }
  /** SQLite or we refused it; nothing of it is in the file. */
  | { readonly kind: 'failed'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'stopped'; readonly why: SqlStop }
  /** It was told to commit, and nobody heard whether it did. */
  | { readonly kind: 'unknown'; readonly message: string };

export interface SqlPoolLimits {
  readonly processes: number;
  /** Of them, for one owner. */
  readonly perOwner: number;
  /** Work of one owner that waits for its turn. */
  readonly waiting: number;
  readonly waitMs: number;
  /** A commit is a flush to disk and perhaps a wait for readers. */
  readonly commitMs: number;
  /** A process without work ends after so long. */
  readonly idleMs: number;
}

const usualLimits: SqlPoolLimits = {
  processes: 4,
  perOwner: 2,
  waiting: 32,
  waitMs: 60_000,
  commitMs: 15_000,
  idleMs: 30_000,
};

export interface SqlPoolOptions {
  /** Where `sql-worker.js` is. */
  readonly file: string;
  /** The data folder. */
  readonly home: string;
  readonly start: StartSqlProcess;
  readonly limits?: Partial<SqlPoolLimits>;
}

/** Runs statements outside this process: few at a time, one writer per file, each connection in its turn. */
export interface SqlPool {
  /** Never rejects. */
  run(job: SqlJob): Promise<SqlResult>;
  /** Takes no more, and stops what still runs after `ms`; what was told to commit is waited for. */
  close(ms?: number): Promise<void>;
}

interface Running {
  readonly stop: (why: SqlStop) => void;
  readonly onWord: (word: SqlWord) => void;
  readonly onEnd: () => void;
}

interface Slot {
  readonly process: SqlProcess;
  running: Running | null;
  idle: NodeJS.Timeout | null;
  gone: boolean;
}

const recoverMs = 5000;

export function createSqlPool({ file, home, start, limits: given }: SqlPoolOptions): SqlPool {
  const limits = { ...usualLimits, ...given };
  const turns = createTurns<SqlJob>({
    ...limits,
    ownerOf: (job) => job.owner,
    lockOf: (job) => (job.work.kind === 'execute' ? job.file.path : null),
  });
  const slots = new Set<Slot>();
  const working = new Set<Promise<unknown>>();
  let lastId = 0;
  let closed = false;

  const startSlot = (): Slot => {
    const slot: Slot = {
      process: start(file, {
        onWord: (word) => slot.running?.onWord(word),
        onEnd: () => {
          slot.gone = true;
          slots.delete(slot);
          if (slot.idle !== null) clearTimeout(slot.idle);
          slot.running?.onEnd();
        },
      }),
      running: null,
      idle: null,
      gone: false,
    };
    slots.add(slot);
    return slot;
  };

  const freeSlot = (): Slot => {
    for (const slot of slots) {
      if (slot.running !== null || slot.idle === null) continue;
      clearTimeout(slot.idle);
      slot.idle = null;
      return slot;
    }
    return startSlot();
  };

  const rest = (slot: Slot): void => {
    if (slot.gone) return;
    slot.idle = setTimeout(() => {
      slots.delete(slot);
      slot.process.kill();
    }, limits.idleMs);
    slot.idle.unref();
  };

  /** Runs work in a process until it answers, or the process has ended. */
  const workIn = (slot: Slot, job: SqlJob): Promise<SqlResult> =>
    new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      let stopped: SqlStop | null = null;
      let committing = false;
      let timer = setTimeout(() => stop('timeout'), job.limitMs);
      const cancel = () => stop('cancelled');
      const finish = (result: SqlResult) => {
        clearTimeout(timer);
        job.signal?.removeEventListener('abort', cancel);
        slot.running = null;
        rest(slot);
        resolve(result);
      };
      const stop = (why: SqlStop) => {
        // From the word to commit on nobody could say any more what a killed process did.
        if (committing || stopped !== null) return;
        stopped = why;
        slot.process.kill();
      };
      const send = (order: SqlOrder) => slot.process.send(order);
      slot.running = {
        stop,
        onWord(word) {
          if (word.id !== id || stopped !== null) return;
          switch (word.kind) {
            case 'ready':
              committing = true;
              clearTimeout(timer);
              timer = setTimeout(() => slot.process.kill(), limits.commitMs);
              send({ kind: 'commit', id });
              return;
            case 'done':
              finish({ kind: 'done', answer: word.answer });
              return;
            case 'failed': {
              const { code, message } = word;
              finish(
                word.unknown ? { kind: 'unknown', message } : { kind: 'failed', code, message },
              );
              return;
            }
          }
        },
        onEnd() {
          if (committing) {
            finish({ kind: 'unknown', message: 'the process that ran it ended during its commit' });
          } else finish({ kind: 'stopped', why: stopped ?? 'died' });
        },
      };
      if (job.signal?.aborted) stop('cancelled');
      else {
        job.signal?.addEventListener('abort', cancel, { once: true });
        send({ kind: 'work', id, file: job.file, home, work: job.work });
      }
    });

  /** A killed writer leaves a journal, which stands in the way of readers of other programs. */
  const recover = async (job: SqlJob): Promise<void> => {
    if (job.file.readOnly) return;
    await workIn(freeSlot(), {
      ...job,
      work: { kind: 'recover' },
      limitMs: recoverMs,
      signal: null,
    });
  };

  const perform = async (job: SqlJob): Promise<SqlResult> => {
    const result = await workIn(freeSlot(), job);
    const wasKilled = result.kind === 'stopped' || result.kind === 'unknown';
    if (wasKilled && job.work.kind === 'execute') await recover(job);
    return result;
  };

  return {
    async run(job) {
      if (closed) return { kind: 'stopped', why: 'quit' };
      const turn = await turns.take(job);
      if (turn.kind === 'refused') return { kind: 'stopped', why: turn.why };
      const work: Promise<SqlResult> = closed
        ? Promise.resolve({ kind: 'stopped', why: 'quit' })
        : perform(job);
      working.add(work);
      try {
        return await work;
      } finally {
        working.delete(work);
        turn.done();
      }
    },
    async close(ms = 0) {
      closed = true;
      turns.close();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await Promise.race([Promise.allSettled([...working]), late]);
      clearTimeout(timer);
      for (const slot of slots) slot.running?.stop('quit');
      await Promise.allSettled([...working]);
      for (const slot of slots) slot.process.kill();
    },
  };
}
