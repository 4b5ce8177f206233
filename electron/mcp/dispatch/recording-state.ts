import type { RecordingState } from '../../../shared/answers.ts';

/** Whether writes leave rows. Losses are counted until the ledger is known to take writes again. */
export interface RecordingKeeper {
  state(): RecordingState;
  lost(calls: number, why: string, nowMs: number): void;
  recorded(): void;
  close(): void;
}

const proveMs = 2000;

/**
 * `prove` throws while the ledger cannot be written: it is asked now and then after a loss, so that a
 * warning ends without waiting for the next write. Null: it never will be.
 */
export function createRecordingKeeper(
  onChange: (state: RecordingState) => void,
  prove: (() => void) | null,
  initial: RecordingState = { kind: 'recording' },
): RecordingKeeper {
  let state = initial;
  let proofs: NodeJS.Timeout | null = null;

  const change = (next: RecordingState) => {
    state = next;
    onChange(next);
  };
  const stopProving = () => {
    if (proofs !== null) clearInterval(proofs);
    proofs = null;
  };
  const recorded = () => {
    stopProving();
    if (state.kind !== 'recording') change({ kind: 'recording' });
  };
  const tryProof = () => {
    try {
      prove?.();
    } catch {
      return;
    }
    recorded();
  };
  return {
    state: () => state,
    lost(calls, why, nowMs) {
      const before = state.kind === 'not-recording' ? state : { since_ms: nowMs, lost: 0 };
      change({ kind: 'not-recording', since_ms: before.since_ms, lost: before.lost + calls, why });
      if (prove === null || proofs !== null) return;
      proofs = setInterval(tryProof, proveMs);
      proofs.unref();
    },
    recorded,
    close: stopProving,
  };
}
