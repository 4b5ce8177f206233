import type { RecordingState } from '../../shared/answers.ts';
import type { LostCalls } from '../../shared/health.ts';
import type { RecordedWrite } from '../audit/recorder.ts';
import { dbErrorWords } from '../db/errors.ts';
import { proveWritable } from '../db/writers/prove-writable.ts';
import { createGapTeller } from './dispatch/gap.ts';
import { type CommittedRow, createLaterWork } from './dispatch/later.ts';
import { performWrite, type Store } from './dispatch/perform.ts';
import type { Plan } from './dispatch/plan.ts';
import { createCommitQueue } from './dispatch/queue.ts';
import { createRecordingKeeper, type LossNotes } from './dispatch/recording-state.ts';
import { createReplays } from './dispatch/replays.ts';
import { createSettler, type Settler } from './dispatch/settler.ts';
import { decideWrite } from './dispatch/under-policy.ts';
import {
  type Dispatched,
  type RequestKey,
  toolError,
  type WriteCall,
} from './dispatch/write-call.ts';
import { rpcCode } from './json-rpc.ts';
import type { Policy } from './policy.ts';

export interface DispatcherOptions {
  /** Where writes go; or why nothing can be written here. */
  readonly store: Store | { readonly unwritable: string };
  /** What the person decided about writes; null: nothing (a sample's own). */
  readonly policy: Policy | null;
  /** A statement found the file damaged: replaces it under the same handle. */
  readonly damaged: (error: unknown) => void;
  /** After each commit, with its new rows in order. */
  readonly onCommitted: (writes: readonly RecordedWrite[]) => void;
  /** After the commit with the outcome of a row that was there first, or when none will come. */
  readonly onSettled: (id: number) => void;
  readonly onRecording: (state: RecordingState) => void;
  /** Why nothing can be recorded from the start, though it may come; absent: it can. */
  readonly obstacle?: string | null;
  /** Brings a ledger back that was out of reach. @throws Error while it still is */
  readonly recover?: () => void;
  /** Where the count of lost calls outlives the process; absent: nowhere. */
  readonly losses?: LossNotes;
  /** When a call that works elsewhere (an upstream, a database) cannot be recorded: let it go on? */
  readonly whenUnrecordable: () => 'allow' | 'refuse';
  readonly onError: (error: unknown) => void;
}

export interface Dispatcher {
  /**
   * The one door: every write call of every tool, transport and era comes through here, and nothing
   * else calls the recorder. Answers after the commit that holds both the change and its row. Never rejects.
   */
  dispatchWrite(call: WriteCall): Promise<Dispatched>;
  /** Whether the call would be carried out now: not one that was seen before, nor one that policy refuses. */
  wouldRun(call: WriteCall): boolean;
  recording(): RecordingState;
  /** The ledger is out of reach, though no call has found it out yet. */
  trouble(why: string): void;
  /** Calls that left no row and that no row stands for yet; null: none. */
  untold(): LostCalls | null;
  /** Refuses new calls and gives running and waiting ones `ms` in all; then running ones end as unknown. */
  drain(ms: number): Promise<void>;
}

/** What is left for the last commit of a drain whose calls took all of its time. */
const lastCommitMs = 400;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, policy, onCommitted, onError } = options;
  const replays = createReplays<Dispatched>();
  const onChange = (state: RecordingState) => {
    options.onRecording(state);
    if (state.kind !== 'recording') return;
    settler?.retry();
    tellGap();
  };
  const recording = createRecordingKeeper({
    onChange,
    prove:
      'write' in store
        ? () => {
            options.recover?.();
            proveWritable(store.write);
          }
        : null,
    obstacle: 'write' in store ? (options.obstacle ?? null) : store.unwritable,
    notes: options.losses ?? { read: () => null, write: () => undefined },
  });
  const desk =
    'write' in store
      ? {
          store,
          queue: createCommitQueue({
            write: store.write,
            damaged: options.damaged,
            onError,
            // What is taken off the file beside the ledger has to be in the ledger.
            mustFlush: () => recording.untold() !== null,
            onStalled: (why) => recording.lost({ calls: 0, why, atMs: Date.now() }),
          }),
          gaps: createGapTeller(store, recording, (recorded) => announce(recorded)),
        }
      : { unwritable: store.unwritable };
  let draining = false;

  const settler: Settler | null =
    'unwritable' in desk
      ? null
      : createSettler({
          queue: desk.queue,
          recorder: desk.store.recorder,
          onStored: recording.recorded,
          // The row is there: only its outcome is missing.
          onLost: (why, write) => recording.lost({ calls: 0, why, atMs: write.started_ms }),
          onLate: options.onSettled,
        });
  const later = createLaterWork({
    onSettled: options.onSettled,
    settle: async (write) => (await settler?.settle(write)) ?? false,
  });

  const lost = async (call: WriteCall, plan: Plan, why: string): Promise<Dispatched> => {
    const wentOn = plan.work.kind === 'later' && options.whenUnrecordable() === 'allow';
    recording.lost({ calls: 1, wentOn, why, atMs: call.receivedMs });
    if (wentOn) return workLater(call, plan, null, performance.now());
    const text = `Nothing was written: Inkwatch could not record it (${why}).`;
    const answer = plan.work.kind === 'refuse' ? plan.work.answer : toolError(text);
    return { answer, rowId: null, succeeded: false };
  };

  const workLater = (call: WriteCall, plan: Plan, row: CommittedRow | null, startedAt: number) => {
    if (plan.work.kind !== 'later') throw new Error('a call without an outcome has no work left');
    return later.perform(call, plan, plan.work.perform, row, startedAt);
  };

  /** Its flush begins now, and the call goes out meanwhile, unless nothing may be done without a row. */
  const committed = (store: Store, { id }: RecordedWrite, atMs: number): CommittedRow => ({
    id,
    isAwaited: options.whenUnrecordable() === 'refuse',
    onDisk: store.write.flushed().then(
      () => null,
      (error: unknown) => {
        const why = dbErrorWords(error);
        onError(error);
        recording.lost({ calls: 0, why, atMs });
        return why;
      },
    ),
  });

  const enqueue = (call: WriteCall): Promise<Dispatched> => {
    const { plan, asked, byPolicy } = decideWrite(call, policy);
    if ('unwritable' in desk) return lost(call, plan, desk.unwritable);
    const isRefused = plan.work.kind === 'refuse' && plan.work.error_kind === 'refused';
    const counted = policy === null || isRefused ? null : policy.begin(asked);
    const queuedAt = performance.now();
    return new Promise((resolve) => {
      desk.queue.add({
        size: call.size,
        queuedAt,
        ...(plan.work.kind === 'later' ? { flush: 'later' as const } : {}),
        run: () => {
          const told = desk.gaps.before();
          const { recorded, dispatched } = performWrite(desk.store, call, plan, queuedAt);
          return () => {
            told();
            recording.recorded();
            if (plan.work.kind === 'later') {
              const row = committed(desk.store, recorded, call.receivedMs);
              const worked =
                dispatched === null
                  ? workLater(call, plan, row, queuedAt)
                  : row.onDisk.then(() => dispatched);
              void worked.then(({ refused }) => counted?.(refused !== true));
              resolve(worked);
            } else if (dispatched !== null) {
              counted?.(true);
              resolve({ ...dispatched, byPolicy });
            }
            announce(recorded);
          };
        },
        lose: (why) => {
          counted?.(false);
          resolve(lost(call, plan, why));
        },
      });
    });
  };

  /** For calls that left no row, where no other call brings its row along. */
  const tellGap = (): void => {
    if ('unwritable' in desk || recording.untold() === null) return;
    desk.queue.add({
      size: 0,
      queuedAt: performance.now(),
      run: () => {
        const told = desk.gaps.before();
        return () => {
          told();
          recording.recorded();
        };
      },
      lose: (why) => recording.lost({ calls: 0, why, atMs: Date.now() }),
    });
  };

  // All rows of one commit settle in the same turn and are announced together.
  let fresh: RecordedWrite[] = [];
  const announce = (recorded: RecordedWrite) => {
    fresh.push(recorded);
    if (fresh.length > 1) return;
    queueMicrotask(() => {
      const rows = fresh;
      fresh = [];
      try {
        onCommitted(rows);
      } catch (error) {
        onError(error);
      }
    });
  };

  const countAttempt = (rowId: number): Promise<void> =>
    new Promise((resolve) => {
      if ('unwritable' in desk) return resolve();
      const { store, queue } = desk;
      queue.add({
        size: 0,
        queuedAt: performance.now(),
        run: () => {
          store.recorder.countAttempt(rowId);
          return resolve;
        },
        // The write itself is recorded; only its count stays one short.
        lose: () => resolve(),
      });
    });

  const refused = (call: WriteCall, message: string): Promise<Dispatched> => {
    const error = { code: rpcCode.invalidRequest, message };
    return enqueue({ ...call, refusal: { error, kind: 'refused', summary: {} } });
  };

  const first = async (call: WriteCall, request: RequestKey): Promise<Dispatched> => {
    const answer = enqueue(call);
    replays.remember(request, answer);
    const dispatched = await answer;
    if (dispatched.rowId === null) replays.forget(request);
    return dispatched;
  };

  if ((options.obstacle ?? null) === null) tellGap();

  return {
    recording: recording.state,
    untold: recording.untold,
    wouldRun: (call) =>
      !draining &&
      call.refusal === null &&
      (call.request === null || replays.look(call.request).kind === 'new') &&
      !decideWrite(call, policy).byPolicy,
    trouble: (why) => recording.lost({ calls: 0, why, atMs: Date.now() }),
    async dispatchWrite(call) {
      if (draining) return refused(call, 'Inkwatch is quitting: nothing was written');
      const { request } = call;
      if (request === null) return enqueue(call);
      const seen = replays.look(request);
      switch (seen.kind) {
        case 'same': {
          const earlier = await seen.answer;
          // Nothing of it was done, and now it may be: the repeat is the call.
          if (earlier.byPolicy && !decideWrite(call, policy).byPolicy) return first(call, request);
          if (earlier.rowId !== null) await countAttempt(earlier.rowId);
          return earlier;
        }
        case 'conflict':
          return refused(
            call,
            'Invalid request: this id was used for another call in this session',
          );
        case 'new':
          return first(call, request);
      }
    },
    async drain(ms) {
      draining = true;
      const until = performance.now() + ms;
      await later.drain(ms);
      // Outcomes that the drain itself brought about still need their commit.
      if ('queue' in desk)
        await desk.queue.drain(Math.max(lastCommitMs, until - performance.now()));
      recording.close();
    },
  };
}
