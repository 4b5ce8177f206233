import type { RecordedWrite, SettledWrite } from '../../audit/recorder.ts';
import type { LaterOutcome } from '../../audit/write-record.ts';
import type { LaterContext, LaterDone, LaterWrite } from '../tools/tool.ts';
import { errorText, type Plan, withoutValues } from './plan.ts';
import { type CallAnswer, type Dispatched, toolError, type WriteCall } from './write-call.ts';

/** Work outside the ledger: runs it when its row is there, and sees to it that its outcome follows. */
export interface LaterWork {
  /** Never rejects. `rowId` null: there is no row, and the settings let the call go on. */
  perform(
    call: WriteCall,
    plan: Plan,
    work: LaterWrite['perform'],
    rowId: number | null,
    startedAt: number,
  ): Promise<Dispatched>;
  /** Waits for work under way, at the latest `ms`; what still runs then ends as unknown. */
  drain(ms: number): Promise<void>;
}

export interface LaterWorkOptions {
  /** Commits an outcome; false: it could not be stored by now. */
  readonly settle: (write: SettledWrite) => Promise<boolean>;
  /** The outcome of this row is known now, or it is known that none will come. */
  readonly onSettled: (id: RecordedWrite['id']) => void;
}

const quitWords = 'Inkwatch quit before the answer came: nobody knows whether it was done';
const quitAnswer = toolError(`${quitWords}. Look before you try it again.`);

export function createLaterWork({ settle, onSettled }: LaterWorkOptions): LaterWork {
  const running = new Set<Promise<unknown>>();
  /** Ends of calls under way; a signal of the process's own would keep a listener of each call for good. */
  const abandoning = new Set<() => void>();
  let isQuitting = false;

  const attempt = async (
    plan: Plan,
    work: LaterWrite['perform'],
    context: LaterContext,
  ): Promise<LaterDone> => {
    try {
      return await work(context);
    } catch (error) {
      // A tool that throws after it may have begun tells nothing of what it did.
      const message = error instanceof Error ? error.message : String(error);
      const words = `${plan.row.tool_name} failed: ${message}`;
      return { kind: 'unknown', error_kind: 'tool', message, answer: toolError(words) };
    }
  };

  const workDone = (
    call: WriteCall,
    plan: Plan,
    work: LaterWrite['perform'],
    rowId: number | null,
  ): Promise<LaterDone | 'abandoned'> => {
    if (isQuitting) return Promise.resolve('abandoned');
    return new Promise((resolve) => {
      const ended = new AbortController();
      const cancel = () => ended.abort();
      const finish = (done: LaterDone | 'abandoned') => {
        abandoning.delete(abandon);
        call.signal?.removeEventListener('abort', cancel);
        resolve(done);
      };
      const abandon = () => {
        finish('abandoned');
        cancel();
      };
      if (call.signal?.aborted === true) cancel();
      else call.signal?.addEventListener('abort', cancel, { once: true });
      abandoning.add(abandon);
      const context = { signal: ended.signal, write_id: rowId, caller: call.caller };
      void attempt(plan, work, context).then(finish);
    });
  };

  const dispatchedWith = (answer: CallAnswer, rowId: number | null, succeeded: boolean) => ({
    answer,
    rowId,
    succeeded,
  });

  const perform: LaterWork['perform'] = async (call, plan, work, rowId, startedAt) => {
    const done = await workDone(call, plan, work, rowId);
    if (done === 'abandoned') {
      if (rowId !== null) onSettled(rowId);
      return dispatchedWith(quitAnswer, rowId, false);
    }
    const dispatched: Dispatched = {
      ...dispatchedWith(done.answer, rowId, done.kind === 'succeeded'),
      refused: done.kind === 'failed' && done.error_kind === 'refused',
    };
    if (rowId === null) return dispatched;
    const outcome = outcomeOf(done, Math.round(performance.now() - startedAt), call.arguments);
    // The row is there, and the answer need not wait for the flush of its outcome: after a crash in these
    // milliseconds it is unknown, which is true.
    void settle({
      id: rowId,
      server_name: plan.row.server_name,
      started_ms: call.receivedMs,
      outcome,
    }).then((stored) => {
      if (stored) onSettled(rowId);
    });
    return dispatched;
  };

  return {
    perform(...given) {
      const work = perform(...given);
      running.add(work);
      void work.finally(() => running.delete(work));
      return work;
    },
    async drain(ms) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await Promise.race([Promise.allSettled([...running]), late]);
      clearTimeout(timer);
      isQuitting = true;
      for (const abandon of [...abandoning]) abandon();
      await Promise.allSettled([...running]);
    },
  };
}

function outcomeOf(done: LaterDone, elapsed_ms: number, args: unknown): LaterOutcome {
  if (done.kind === 'succeeded') return { kind: 'succeeded', chunk_id: done.chunk_id, elapsed_ms };
  const message = errorText(withoutValues(done.message, args));
  return done.kind === 'failed'
    ? { kind: 'failed', error_kind: done.error_kind, message, chunk_id: null, elapsed_ms }
    : { kind: 'unknown', error_kind: done.error_kind, message };
}
