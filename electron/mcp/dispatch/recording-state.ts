import type { RecordingState } from '../../../shared/ipc.ts';

/** Whether writes leave rows. Losses are counted until a write is recorded again. */
export interface RecordingKeeper {
  state(): RecordingState;
  lost(calls: number, why: string, nowMs: number): void;
  recorded(): void;
}

export function createRecordingKeeper(onChange: (state: RecordingState) => void): RecordingKeeper {
  let state: RecordingState = { kind: 'recording' };
  const change = (next: RecordingState) => {
    state = next;
    onChange(next);
  };
  return {
    state: () => state,
    lost(calls, why, nowMs) {
      const before = state.kind === 'not-recording' ? state : { since_ms: nowMs, lost: 0 };
      change({ kind: 'not-recording', since_ms: before.since_ms, lost: before.lost + calls, why });
    },
    recorded() {
      if (state.kind !== 'recording') change({ kind: 'recording' });
    },
  };
}
