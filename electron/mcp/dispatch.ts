import type { RecordingState } from '../../shared/answers.ts';
import type { RecordedWrite } from '../audit/recorder.ts';
import { proveWritable } from '../db/writers/prove-writable.ts';
import { performWrite, type Store } from './dispatch/perform.ts';
import { type Plan, planWrite } from './dispatch/plan.ts';
import { createCommitQueue } from './dispatch/queue.ts';
import { createRecordingKeeper } from './dispatch/recording-state.ts';
import { createReplays } from './dispatch/replays.ts';
import { type Dispatched, toolError, type WriteCall } from './dispatch/write-call.ts';
import { rpcCode } from './json-rpc.ts';

export interface DispatcherOptions {
  /** Where writes go; or why nothing can be written here. */
  readonly store: Store | { readonly unwritable: string };
  /** A statement found the file damaged: replaces it under the same handle. */
  readonly damaged: (error: unknown) => void;
  /** After each commit, with its new rows in order. */
  readonly onCommitted: (writes: readonly RecordedWrite[]) => void;
  readonly onRecording: (state: RecordingState) => void;
  readonly onError: (error: unknown) => void;
}

export interface Dispatcher {
  /**
   * The one door: every write call of every tool, transport and era comes through here, and nothing
   * else calls the recorder. Answers after the commit that holds both the change and its row. Never rejects.
   */
  dispatchWrite(call: WriteCall): Promise<Dispatched>;
  recording(): RecordingState;
  /** Refuses new calls and gives waiting ones `ms`; what is left then is lost. */
  drain(ms: number): Promise<void>;
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, onCommitted, onError } = options;
  const replays = createReplays<Dispatched>();
  const desk =
    'write' in store
      ? {
          store,
          queue: createCommitQueue({ write: store.write, damaged: options.damaged, onError }),
          recording: createRecordingKeeper(options.onRecording, () => proveWritable(store.write)),
        }
      : {
          unwritable: store.unwritable,
          recording: createRecordingKeeper(options.onRecording, null, {
            kind: 'not-recording',
            since_ms: Date.now(),
            lost: 0,
            why: store.unwritable,
          }),
        };
  const { recording } = desk;
  let draining = false;

  const lost = (call: WriteCall, plan: Plan, why: string): Dispatched => {
    recording.lost(1, why, call.receivedMs);
    const text = `Nothing was written: Inkwatch could not record it (${why}).`;
    const answer = plan.work.kind === 'refuse' ? plan.work.answer : toolError(text);
    return { answer, rowId: null, succeeded: false };
  };

  const enqueue = (call: WriteCall): Promise<Dispatched> => {
    const plan = planWrite(call);
    if ('unwritable' in desk) return Promise.resolve(lost(call, plan, desk.unwritable));
    const queuedAt = performance.now();
    return new Promise((resolve) => {
      desk.queue.add({
        size: call.size,
        queuedAt,
        run: () => {
          const { recorded, dispatched } = performWrite(desk.store, call, plan, queuedAt);
          return () => {
            recording.recorded();
            resolve(dispatched);
            announce(recorded);
          };
        },
        lose: (why) => resolve(lost(call, plan, why)),
      });
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

  return {
    recording: recording.state,
    async dispatchWrite(call) {
      if (draining) return refused(call, 'Inkwatch is quitting: nothing was written');
      const { request } = call;
      if (request === null) return enqueue(call);
      const seen = replays.look(request);
      switch (seen.kind) {
        case 'same': {
          const earlier = await seen.answer;
          if (earlier.rowId !== null) await countAttempt(earlier.rowId);
          return earlier;
        }
        case 'conflict':
          return refused(
            call,
            'Invalid request: this id was used for another call in this session',
          );
        case 'new': {
          const answer = enqueue(call);
          replays.remember(request, answer);
          const dispatched = await answer;
          if (dispatched.rowId === null) replays.forget(request);
          return dispatched;
        }
      }
    },
    async drain(ms) {
      draining = true;
      if ('queue' in desk) await desk.queue.drain(ms);
      recording.close();
    },
  };
}
