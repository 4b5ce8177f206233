import type { RecordedWrite, SettledWrite } from '../../audit/recorder.ts';
import type { LaterOutcome } from '../../audit/write-record.ts';
import type { LaterContext, LaterDone, LaterWrite } from '../tools/tool.ts';
import { errorText, type Plan, withoutValues } from './plan.ts';
import { type CallAnswer, type Dispatched, toolError, type WriteCall } from './write-call.ts';

/** A row that the process cannot lose any more, and a power cut may. */
export interface CommittedRow {
  readonly id: RecordedWrite['id'];
  /** Resolves when it is known: null: it is on the disk; else why that is not known. */
  readonly onDisk: Promise<string | null>;
  /** The work begins only when it is there: nothing may be done without a row. */
  readonly isAwaited: boolean;
}

/** Work outside the ledger: runs it when its row is there, and sees to it that its outcome follows. */
export interface LaterWork {
  /**
   * Answers when the work is done and its row is on the disk. Never rejects. `row` null: there is none, and the
   * settings let the call go on.
   */
  perform(
    call: WriteCall,
    plan: Plan,
    work: LaterWrite['perform'],
    row: CommittedRow | null,
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
    row: CommittedRow | null,
  ): Promise<LaterDone> => {
    const why = row?.isAwaited === true ? await row.onDisk : null;
    if (why !== null) return unrecorded(why);
    try {
      return await work(context);
    } catch (error) {
      // A tool that throws after it may have begun tells nothing of what it did.
      const message = error instanceof Error ? error.message : String(error);
      const words = `${plan.row.tool_name} failed: ${message}`;
      return { kind: 'unknown', error_kind: 'tool', message, answer: toolError(words) };
    }
  };

  const unlessQuit = <Result>(
    work: Promise<Result>,
    onQuit: () => void = () => {},
  ): Promise<Result | 'abandoned'> =>
    new Promise((resolve) => {
      const finish = (result: Result | 'abandoned') => {
        abandoning.delete(abandon);
        resolve(result);
      };
      const abandon = () => {
        finish('abandoned');
        onQuit();
      };
      abandoning.add(abandon);
      void work.then(finish);
    });

  const workDone = async (
    call: WriteCall,
    plan: Plan,
    work: LaterWrite['perform'],
    row: CommittedRow | null,
  ): Promise<LaterDone | 'abandoned'> => {
    if (isQuitting) return 'abandoned';
    const ended = new AbortController();
    const cancel = () => ended.abort();
    if (call.signal?.aborted === true) cancel();
    else call.signal?.addEventListener('abort', cancel, { once: true });
    const context = { signal: ended.signal, write_id: row?.id ?? null, caller: call.caller };
    const done = await unlessQuit(attempt(plan, work, context, row), cancel);
    call.signal?.removeEventListener('abort', cancel);
    return done;
  };

  const dispatchedWith = (answer: CallAnswer, rowId: number | null, succeeded: boolean) => ({
    answer,
    rowId,
    succeeded,
  });

  const perform: LaterWork['perform'] = async (call, plan, work, row, startedAt) => {
    const done = await workDone(call, plan, work, row);
    const rowId = row?.id ?? null;
    if (done === 'abandoned') {
      if (rowId !== null) onSettled(rowId);
      return dispatchedWith(quitAnswer, rowId, false);
    }
    const dispatched: Dispatched = {
      ...dispatchedWith(done.answer, rowId, done.kind === 'succeeded'),
      refused: done.kind === 'failed' && done.error_kind === 'refused',
    };
    if (row === null) return dispatched;
    const outcome = outcomeOf(done, Math.round(performance.now() - startedAt), call.arguments);
    // The answer waits for the flush of its row, and not for that of its outcome: after a power cut in
    // between it is unknown, which is true.
    void settle({
      id: row.id,
      server_name: plan.row.server_name,
      started_ms: call.receivedMs,
      outcome,
    }).then((stored) => {
      if (stored) onSettled(row.id);
    });
    // Where the disk did not take it, the call was let go on by the settings, and the loss is told.
    const known = await unlessQuit(row.onDisk);
    return known === 'abandoned' ? dispatchedWith(quitAnswer, row.id, false) : dispatched;
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

function unrecorded(why: string): LaterDone {
  const message = `nothing was done, since its row could not be brought to the disk (${why})`;
  const answer = toolError(`Nothing was written: Inkwatch could not record it (${why}).`);
  return { kind: 'failed', error_kind: 'refused', message, answer };
}

function outcomeOf(done: LaterDone, elapsed_ms: number, args: unknown): LaterOutcome {
  if (done.kind === 'succeeded') return { kind: 'succeeded', chunk_id: done.chunk_id, elapsed_ms };
  const message = errorText(withoutValues(done.message, args));
  return done.kind === 'failed'
    ? { kind: 'failed', error_kind: done.error_kind, message, chunk_id: null, elapsed_ms }
    : { kind: 'unknown', error_kind: done.error_kind, message };
}
