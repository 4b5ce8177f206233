import { dbErrorWords } from '../db/errors.ts';
import type { OpenLedger } from '../db/open.ts';

export interface WatchOptions {
  readonly ledger: Pick<OpenLedger, 'obstacle' | 'recover'>;
  /** Nothing can be recorded, though no call has found it out. */
  readonly trouble: (why: string) => void;
  /** Each puts back something else that the home must hold. */
  readonly tend: readonly (() => void)[];
  readonly onError: (error: unknown) => void;
}

/** A file that lost its name is noticed within this time also where nobody writes. */
const watchMs = 1000;

/** Looks after the home while the core runs: a few `stat`s a second. Returns its end. */
export function keepWatch({ ledger, trouble, tend, onError }: WatchOptions): () => void {
  const look = () => {
    // While there is an obstacle the recording keeper tries again by itself.
    if (ledger.obstacle() === null) {
      try {
        ledger.recover();
      } catch (error) {
        trouble(dbErrorWords(error));
      }
    }
    for (const one of tend) {
      try {
        one();
      } catch (error) {
        onError(error);
      }
    }
  };
  const timer = setInterval(look, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}
