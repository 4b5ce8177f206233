import type { LedgerState } from '../../shared/ipc.ts';
import type { ReadHandle, WriteHandle } from './handles.ts';

export interface LedgerFiles {
  readonly database: string;
  readonly highWater: string;
}

/** The open ledger file. The handles stay the same objects when a damaged file is replaced. */
export interface OpenLedger {
  state(): LedgerState;
  /** Null where the file can only be read. */
  readonly write: WriteHandle | null;
  /** Reads on the same connection, for short reads on the main thread. */
  readonly read: ReadHandle;
  /** Sets a file aside that a statement found damaged, and goes on with a new one. */
  damaged(error: unknown): void;
  /** Moves the log into the file where nothing is in the way, and notes the high-water mark. */
  checkpoint(): void;
  /** Checkpoints, notes the high-water mark, closes. */
  close(): void;
}

/**
 * Opens or makes the ledger. Never throws for what it finds: a newer schema opens read-only, a damaged
 * file is set aside under a dated name and a new one made; `state()` says so.
 */
export function openLedger(_files: LedgerFiles, _now: () => Date = () => new Date()): OpenLedger {
  throw new Error('openLedger: body follows');
}

/** A read-only connection of its own (workers, `inkwatch list`). @throws Error in plain words where there is none. */
export function openReader(_database: string): ReadHandle & { close(): void } {
  throw new Error('openReader: body follows');
}
