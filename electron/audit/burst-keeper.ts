import type { Burst } from '../../shared/burst.ts';
import type { WriteHandle } from '../db/handles.ts';
import type { RecordedWrite } from './recorder.ts';

export interface BurstRule {
  readonly threshold: number;
  readonly windowSeconds: number;
}

/** `began` is the one to notify of; `grew` when it grew tenfold. */
export interface BurstEvent {
  readonly burst: Burst;
  readonly change: 'began' | 'grew' | 'updated' | 'ended';
}

export interface BurstKeeperOptions {
  readonly db: WriteHandle;
  readonly rule: BurstRule;
  readonly emit: (event: BurstEvent) => void;
  /** A burst could not be stored; the alert went out all the same. */
  readonly onError: (error: unknown) => void;
  /** Monotonic milliseconds; default `performance.now`. */
  readonly clock?: () => number;
}

export interface BurstKeeper {
  /** Counts one committed write. Only live writes come here: history and imports never alert. */
  observe(write: RecordedWrite): void;
  configure(rule: BurstRule): void;
  markSeen(ids: readonly number[]): void;
  setNotified(id: number, notified: Burst['notified']): void;
  unseen(): number;
  /** Stores what is open and stops the clock. */
  close(): void;
}

/** Detects bursts, stores them, says so. Closes bursts that an earlier process left open. */
export function startBurstKeeper(_options: BurstKeeperOptions): BurstKeeper {
  throw new Error('startBurstKeeper: body follows');
}
