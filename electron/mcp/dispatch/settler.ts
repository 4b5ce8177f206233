import type { Recorder, SettledWrite } from '../../audit/recorder.ts';
import type { CommitQueue } from './queue.ts';

/** Commits outcomes of rows that were there first. */
export interface Settler {
  /** Resolves to true when the outcome is stored; to false: it is kept for when the ledger takes writes again. */
  settle(write: SettledWrite): Promise<boolean>;
  /** The ledger takes writes again: gives it the outcomes that it could not take. */
  retry(): void;
}

export interface SettlerOptions {
  readonly queue: CommitQueue;
  readonly recorder: Recorder;
  readonly onStored: () => void;
  readonly onLost: (why: string, write: SettledWrite) => void;
  /** A kept outcome was stored after all. */
  readonly onLate: (id: number) => void;
}

/** More would mean that the ledger has been out of reach for thousands of calls: these stay unknown. */
const mostKept = 10_000;

export function createSettler(options: SettlerOptions): Settler {
  const { queue, recorder, onStored, onLost, onLate } = options;
  let kept: SettledWrite[] = [];

  const store = (write: SettledWrite): Promise<boolean> =>
    new Promise((resolve) => {
      queue.add({
        size: 0,
        queuedAt: performance.now(),
        isPatient: true,
        // A power cut that takes it leaves an unknown outcome, which is true; nothing waits for the disk.
        flush: 'later',
        run: () => {
          recorder.settle(write);
          return () => {
            resolve(true);
            onStored();
          };
        },
        lose: (why) => {
          if (kept.length < mostKept) kept.push(write);
          resolve(false);
          onLost(why, write);
        },
      });
    });

  return {
    settle: store,
    retry() {
      const waiting = kept;
      kept = [];
      for (const write of waiting) {
        void store(write).then((stored) => {
          if (stored) onLate(write.id);
        });
      }
    },
  };
}
