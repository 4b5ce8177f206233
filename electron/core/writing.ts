import type { Burst } from '../../shared/burst.ts';
import type { Pushes } from '../../shared/ipc.ts';
import { type BurstEvent, type BurstRule, startBurstKeeper } from '../audit/burst-keeper.ts';
import { createRecorder, type RecordedWrite } from '../audit/recorder.ts';
import type { OpenLedger } from '../db/open.ts';
import { startIdleIndexer } from '../db/search-index.ts';
import type { LossNotes } from '../mcp/dispatch/recording-state.ts';
import { createDispatcher, type Dispatcher } from '../mcp/dispatch.ts';
import type { Policy } from '../mcp/policy.ts';
import { createMemoryTree, type MemoryTree } from '../memory/tree.ts';
import { createAppendedPulse } from './appended-pulse.ts';
import { createSettledPulse } from './settled-pulse.ts';

export interface WritingOptions {
  readonly ledger: OpenLedger;
  readonly policy: Policy;
  readonly burstRule: BurstRule;
  /** After each commit, with its new rows in order. */
  readonly onCommitted: (writes: readonly RecordedWrite[]) => void;
  /** The outcome of this row came after it. */
  readonly onSettled: (id: number) => void;
  readonly whenUnrecordable: () => 'allow' | 'refuse';
  readonly emitAppended: (appended: Pushes['writes:appended']) => void;
  readonly emitSettled: (settled: Pushes['writes:settled']) => void;
  readonly emitBurst: (event: BurstEvent) => void;
  readonly emitRecording: () => void;
  readonly onError: (error: unknown) => void;
  readonly losses: LossNotes;
}

/** The one door with what stands behind it; on a ledger that can only be read, a door that says so. */
export interface Writing {
  readonly dispatcher: Dispatcher;
  readonly tree: MemoryTree | null;
  configureBursts(rule: BurstRule): void;
  markBurstsSeen(ids: readonly number[]): void;
  setBurstNotified(id: number, notified: Burst['notified']): void;
  close(): Promise<void>;
}

/** How long rows wait for their log to be moved into the file, and for the mark of how many there are. */
const checkpointMs = 30_000;

export function openWriting(options: WritingOptions): Writing {
  const { ledger, onError } = options;
  const { write } = ledger;
  const onRecording = options.emitRecording;
  if (write === null) {
    const state = ledger.state();
    const unwritable = state.kind === 'ok' ? 'the ledger cannot be written' : state.why;
    return {
      dispatcher: createDispatcher({
        store: { unwritable },
        policy: options.policy,
        damaged: ledger.damaged,
        onCommitted: () => {},
        onSettled: () => {},
        whenUnrecordable: options.whenUnrecordable,
        onRecording,
        onError,
        losses: options.losses,
      }),
      tree: null,
      configureBursts: () => {},
      markBurstsSeen: () => {},
      setBurstNotified: () => {},
      close: async () => {},
    };
  }

  const tree = createMemoryTree(write);
  const pulse = createAppendedPulse(options.emitAppended);
  const settledPulse = createSettledPulse(options.emitSettled);
  const indexer = startIdleIndexer(write, onError);
  const bursts = startBurstKeeper({
    db: write,
    rule: options.burstRule,
    emit: options.emitBurst,
    onError,
  });
  let fresh = false;
  const checkpoints = setInterval(() => {
    if (!fresh) return;
    fresh = false;
    try {
      ledger.checkpoint();
    } catch (error) {
      onError(error);
    }
  }, checkpointMs);
  checkpoints.unref();

  const dispatcher = createDispatcher({
    store: { write, recorder: createRecorder(write), tree },
    policy: options.policy,
    damaged: ledger.damaged,
    onCommitted(writes) {
      fresh = true;
      for (const recorded of writes) bursts.observe(recorded);
      pulse.add(writes);
      options.onCommitted(writes);
      indexer.nudge();
    },
    onSettled(id) {
      fresh = true;
      options.onSettled(id);
      settledPulse.add(id);
      indexer.nudge();
    },
    whenUnrecordable: options.whenUnrecordable,
    onRecording,
    onError,
    obstacle: ledger.obstacle(),
    recover() {
      ledger.recover();
      ledger.requireRoom();
    },
    losses: options.losses,
  });
  return {
    dispatcher,
    tree,
    configureBursts: bursts.configure,
    markBurstsSeen: bursts.markSeen,
    setBurstNotified: bursts.setNotified,
    async close() {
      clearInterval(checkpoints);
      pulse.close();
      settledPulse.close();
      indexer.close();
      bursts.close();
    },
  };
}
