import type { RecordingState } from '../../../shared/answers.ts';
import type { LostCalls } from '../../../shared/health.ts';

/** Keeps the count of lost calls outside the ledger, best effort: the disk may be what is wrong. */
export interface LossNotes {
  /** What an earlier process could not tell any more; null: nothing. */
  read(): LostCalls | null;
  /** Null: a row tells it. Never throws. */
  write(lost: LostCalls | null): void;
}

export interface Loss {
  /** 0: a row is there, or nothing came yet; the ledger takes none for now. */
  readonly calls: 0 | 1;
  /** It went on without a row. */
  readonly wentOn?: boolean;
  readonly why: string;
  /** When the call came, milliseconds since 1970. */
  readonly atMs: number;
}

/** Whether writes leave rows, and which calls left none. */
export interface RecordingKeeper {
  state(): RecordingState;
  /** Calls that no row stands for yet; null: none. */
  untold(): LostCalls | null;
  lost(loss: Loss): void;
  /** The ledger takes writes. */
  recorded(): void;
  /** A row stands for the lost calls now. */
  told(): void;
  close(): void;
}

export interface RecordingKeeperOptions {
  readonly onChange: (state: RecordingState) => void;
  /**
   * Throws while the ledger cannot be written: asked now and then after a loss, so that recording is
   * known to go on without waiting for the next write. Null: it never will be.
   */
  readonly prove: (() => void) | null;
  /** Why nothing can be recorded from the start; null: it can. */
  readonly obstacle: string | null;
  readonly notes: LossNotes;
}

const proveMs = 1500;
/** A flood of lost calls must not become a flood of small writes to a disk in trouble. */
const noteMs = 250;

export function createRecordingKeeper(options: RecordingKeeperOptions): RecordingKeeper {
  const { onChange, prove, notes } = options;
  let untold = notes.read();
  let outage: { readonly since_ms: number; readonly why: string } | null = null;
  let proofs: NodeJS.Timeout | null = null;
  let noting: NodeJS.Timeout | null = null;

  const state = (): RecordingState =>
    outage === null
      ? { kind: 'recording' }
      : {
          kind: 'not-recording',
          since_ms: outage.since_ms,
          lost: untold?.calls ?? 0,
          why: outage.why,
        };
  const note = () => {
    if (noting !== null) clearTimeout(noting);
    noting = null;
    // Until the end is a clean one, later losses may not have come into the file.
    notes.write(untold === null ? null : { ...untold, at_least: true });
  };
  const noteSoon = () => {
    if (noting !== null) return;
    noting = setTimeout(note, noteMs);
    noting.unref();
  };
  const stopProving = () => {
    if (proofs !== null) clearInterval(proofs);
    proofs = null;
  };
  const tryProof = () => {
    try {
      prove?.();
    } catch {
      return;
    }
    recorded();
  };
  const begin = (since_ms: number, why: string) => {
    outage = { since_ms: outage?.since_ms ?? since_ms, why };
    if (prove === null || proofs !== null) return;
    proofs = setInterval(tryProof, proveMs);
    proofs.unref();
  };
  const recorded = () => {
    stopProving();
    if (outage === null) return;
    outage = null;
    onChange(state());
  };
  if (options.obstacle !== null) begin(Date.now(), options.obstacle);

  return {
    state,
    untold: () => untold,
    lost({ calls, wentOn = false, why, atMs }) {
      if (calls > 0) {
        const first = untold === null;
        untold = {
          calls: (untold?.calls ?? 0) + calls,
          went_on: (untold?.went_on ?? 0) + (wentOn ? 1 : 0),
          since_ms: Math.min(untold?.since_ms ?? atMs, atMs),
          until_ms: Math.max(untold?.until_ms ?? atMs, atMs),
          why,
          at_least: untold?.at_least ?? false,
        };
        if (first) note();
        else noteSoon();
      }
      begin(atMs, why);
      onChange(state());
    },
    recorded,
    told() {
      untold = null;
      note();
    },
    close() {
      stopProving();
      if (noting !== null) clearTimeout(noting);
      if (untold !== null) notes.write(untold);
    },
  };
}
