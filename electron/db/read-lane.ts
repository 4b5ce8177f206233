import { Worker } from 'node:worker_threads';
import {
  type ReadAnswer,
  type ReadQuestion,
  type ReadWorkerData,
  STOPPED,
} from './read-message.ts';
import type { ReadArgs, ReadName, ReadResults } from './read-operations.ts';

/** A newer request of the same kind made this one pointless; nothing to show. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
  constructor() {
    super('A newer request took the place of this one.');
  }
}

/** The ledger could not be read; the message is for a person. `code` is SQLite's, where it has one. */
class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly code: string | undefined;
  constructor(message: string, code: string | null) {
    super(message);
    this.code = code ?? undefined;
  }
}

interface Waiting {
  readonly question: ReadQuestion;
  /** It was stopped once for another one; the second time it runs to its end. */
  readonly again: boolean;
  readonly resolve: (value: ReadResults[ReadName]) => void;
  readonly reject: (error: Error) => void;
}

/** The text that a question looks for; '' where it looks for none. */
const textOf = ({ args }: ReadQuestion): string =>
  'query' in args ? args.query.filter.text.trim() : '';

/** One worker and the questions that wait for it. */
export interface ReadLane {
  ask<Name extends ReadName>(name: Name, args: ReadArgs[Name]): Promise<ReadResults[Name]>;
  /** Starts the worker before the first question. */
  warm(): void;
  close(): Promise<void>;
}

/**
 * Asks one worker one question at a time, the newest first: while somebody types, only the last text
 * counts. Of one kind at most `mostWaiting` wait; an older one is refused as superseded. A worker that
 * dies fails the question that it was at, and the next question starts another. A question for a text is
 * stopped where another text is asked for: it compares every row, and the person has typed on.
 */
export function createReadLane(
  file: string,
  data: Omit<ReadWorkerData, 'stop'>,
  mostWaiting: Readonly<Record<ReadName, number>>,
): ReadLane {
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let closed = false;
  let lastId = 0;
  const waiting: Waiting[] = [];
  const stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

  const start = (): Worker => {
    const started = new Worker(file, {
      workerData: { ...data, stop } satisfies ReadWorkerData,
      // What a question needs is garbage with its answer: without a bound the heap grows to many of them (P8).
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    started.on('message', (answer: ReadAnswer) => {
      if (current?.question.id !== answer.id) return;
      const { resolve, reject } = current;
      const asked = current;
      current = null;
      if (answer.ok) resolve(answer.value);
      else if (answer.code === STOPPED) putBack(asked);
      else reject(new ReadError(answer.message, answer.code));
      next();
    });
    let why = '';
    started.on('error', (error) => {
      why = ` (${error.message})`;
    });
    started.on('exit', () => {
      if (worker === started) worker = null;
      const lost = current;
      current = null;
      lost?.reject(
        new ReadError(`The ledger could not be read: its reader stopped${why}. Try again.`, null),
      );
      if (!closed) next();
    });
    // A reader that waits for questions keeps no process alive; one that answers does.
    started.unref();
    return started;
  };

  const next = (): void => {
    const asked = current === null ? waiting.pop() : undefined;
    if (asked === undefined) {
      if (current === null) worker?.unref();
      return;
    }
    current = asked;
    try {
      worker ??= start();
      worker.ref();
      worker.postMessage(asked.question);
    } catch (error) {
      // Arguments that cannot cross to a thread are their asker's mistake, not the reader's end.
      current = null;
      asked.reject(error instanceof Error ? error : new Error(String(error)));
      next();
    }
  };

  /** Below all that waits; where its kind has as many waiting as may, it is the oldest of them. */
  const putBack = (stopped: Waiting): void => {
    // Under a new number: the old one stays stopped.
    lastId += 1;
    waiting.unshift({ ...stopped, question: { ...stopped.question, id: lastId }, again: true });
    supersede(stopped.question.name);
  };

  const stopForAnother = (question: ReadQuestion): void => {
    if (current === null || current.again) return;
    const text = textOf(current.question);
    if (text !== '' && text !== textOf(question)) {
      Atomics.store(new Int32Array(stop), 0, current.question.id);
    }
  };

  const supersede = (name: ReadName): void => {
    const same = waiting.filter((one) => one.question.name === name);
    const oldest = same.length > mostWaiting[name] ? same[0] : undefined;
    if (oldest === undefined) return;
    waiting.splice(waiting.indexOf(oldest), 1);
    oldest.reject(new SupersededError());
  };

  return {
    ask(name, args) {
      if (closed) return Promise.reject(new ReadError('The ledger is closed.', null));
      return new Promise((resolve, reject) => {
        lastId += 1;
        // One pair of name and arguments of `ReadArgs`, which the signature holds together.
        const question = { id: lastId, name, args } as ReadQuestion;
        stopForAnother(question);
        waiting.push({
          question,
          again: false,
          resolve: resolve as (value: ReadResults[ReadName]) => void,
          reject,
        });
        supersede(name);
        next();
      });
    },
    warm() {
      if (!closed) worker ??= start();
    },
    async close() {
      closed = true;
      for (const one of waiting.splice(0)) {
        one.reject(new ReadError('The ledger is closed.', null));
      }
      await worker?.terminate();
    },
  };
}
