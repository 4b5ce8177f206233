import type { ErrorKind } from '../../../shared/outcome.ts';
import type { RecordedWrite, Recorder } from '../../audit/recorder.ts';
import { dbErrorKind } from '../../db/errors.ts';
import type { WriteHandle } from '../../db/handles.ts';
import { MemoryRefusal, type MemoryTree } from '../../memory/tree.ts';
import type { ReadyWrite } from '../tools/tool.ts';
import { errorText, type Plan, withoutValues } from './plan.ts';
import { type CallAnswer, type Dispatched, toolError, type WriteCall } from './write-call.ts';

/** Where writes go: one connection, and the two that write through it. */
export interface Store {
  readonly write: WriteHandle;
  readonly recorder: Recorder;
  readonly tree: MemoryTree;
}

export interface Performed {
  readonly recorded: RecordedWrite;
  /** Null: the work is still to be done, now that its row is there. */
  readonly dispatched: Dispatched | null;
}

/** The recorder failed: there is no row, so the change may not stay either. */
class Unrecordable extends Error {}

/**
 * Runs one planned call and records it (work outside the ledger: records it alone), inside the caller's transaction. A tool that throws is rolled
 * back to before it and its failed row stays. @throws where the file fails, or the row cannot be written.
 */
export function performWrite(
  { write, recorder, tree }: Store,
  call: WriteCall,
  plan: Plan,
  startedAt: number,
): Performed {
  const row = { ...plan.row, caller: call.caller, started_ms: call.receivedMs };
  const elapsed = () => Math.max(0, Math.round(performance.now() - startedAt));

  const fail = (error_kind: ErrorKind, message: string, answer: CallAnswer): Performed => {
    const recorded = recorder.record({
      ...row,
      outcome: {
        kind: 'failed',
        error_kind,
        message: errorText(message),
        chunk_id: null,
        elapsed_ms: elapsed(),
      },
      reverts_id: null,
    });
    return { recorded, dispatched: { answer, rowId: recorded.id, succeeded: false } };
  };

  const succeed = (run: ReadyWrite['run']): Performed => {
    const done = run(tree, { write_id: recorder.nextId(), now_ms: call.receivedMs });
    try {
      const recorded = recorder.record({
        ...row,
        namespace: done.namespace,
        // Taken before the commit: a row cannot hold how long its own commit took.
        outcome: { kind: 'succeeded', chunk_id: done.chunk_id, elapsed_ms: elapsed() },
        reverts_id: done.reverts_id,
      });
      const answer: CallAnswer = {
        kind: 'result',
        isError: false,
        text: JSON.stringify(done.answer),
        structured: done.answer,
      };
      return { recorded, dispatched: { answer, rowId: recorded.id, succeeded: true } };
    } catch (error) {
      throw new Unrecordable('no row', { cause: error });
    }
  };

  const { work } = plan;
  if (work.kind === 'refuse') return fail(work.error_kind, work.message, work.answer);
  if (call.signal?.aborted) {
    const message = 'Cancelled by the client before it ran';
    return fail('cancelled', message, toolError(message));
  }
  if (work.kind === 'later') {
    const recorded = recorder.record({ ...row, outcome: { kind: 'pending' }, reverts_id: null });
    return { recorded, dispatched: null };
  }
  try {
    return write.savepoint(() => succeed(work.run));
  } catch (error) {
    if (error instanceof Unrecordable) throw error.cause;
    // The file itself failed, not the tool: the whole transaction is over.
    if (dbErrorKind(error) !== 'other') throw error;
    const message = error instanceof Error ? error.message : String(error);
    const kind = error instanceof MemoryRefusal ? error.kind : 'tool';
    const said = kind === 'tool' ? `${plan.row.tool_name} failed: ${message}` : message;
    return fail(kind, withoutValues(message, call.arguments), toolError(said));
  }
}
