import type { WriteHandle } from './handles.ts';

export interface IdleIndexer {
  /** Says that a row was committed: the next idle moment indexes it. */
  nudge(): void;
  close(): void;
}

/**
 * Fills the full-text indexes of ledger and memory in idle moments, a few milliseconds at a time, so
 * that a write pays nothing for search. Searches see rows that are not indexed yet all the same.
 */
export function startIdleIndexer(
  _db: WriteHandle,
  _onError: (error: unknown) => void,
): IdleIndexer {
  throw new Error('startIdleIndexer: body follows');
}
