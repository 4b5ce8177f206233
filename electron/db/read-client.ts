import type { Weekday } from '../../shared/time-range.ts';
import type { ReadHandle } from './handles.ts';
import type { CoreReads } from './reads.ts';

export interface ReadClientOptions {
  readonly database: string;
  /** Where `read-worker.js` is; null: beside this module's bundle. */
  readonly workerFolder: string | null;
  /** What the first day of a week is now; asked at each request. */
  readonly weekStart: () => Weekday;
}

export interface ReadClient extends CoreReads {
  close(): Promise<void>;
}

/** A newer request of the same kind made this one pointless; nothing to show. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** Reads in worker threads, each on a connection of its own; the answer ends the read. */
export function createReadClient(_options: ReadClientOptions): ReadClient {
  throw new Error('createReadClient: body follows');
}

/** The same reads on this thread, for the CLI and for tests. */
export function createDirectReads(_db: ReadHandle, _weekStart: () => Weekday): CoreReads {
  throw new Error('createDirectReads: body follows');
}
