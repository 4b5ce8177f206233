import { randomUUID } from 'node:crypto';
import { clientInfoOf } from '../../../shared/client-names.ts';
import type { LostCalls } from '../../../shared/health.ts';
import { EMBEDDED_SERVER, GAP_TOOL } from '../../../shared/ledger.ts';
import type { RecordedWrite } from '../../audit/recorder.ts';
import type { Caller } from '../../audit/write-record.ts';
import { newestGap } from '../../db/readers/gaps.ts';
import type { JsonObject } from '../json-rpc.ts';
import type { WriteTool } from '../tools/tool.ts';
import { performWrite, type Store } from './perform.ts';
import { planWrite } from './plan.ts';
import type { RecordingKeeper } from './recording-state.ts';
import { toolError, type WriteCall } from './write-call.ts';

const nothingToDo = { kind: 'unknown', error_kind: null, message: '' } as const;

/** Not advertised and not to be called by a client: a row of this tool stands for calls that left none. */
const gapTool: WriteTool = {
  kind: 'write',
  name: GAP_TOOL,
  title: 'Calls without rows',
  description: 'Stands for calls that could not be recorded.',
  inputSchema: { type: 'object' },
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  prepare: (summary) => ({
    kind: 'later',
    summary,
    namespace: null,
    perform: async () => ({ ...nothingToDo, answer: toolError('') }),
  }),
};

const name = 'Inkwatch';
const inkwatch: Caller = {
  client_info: clientInfoOf(name),
  client_name: name,
  client_version: null,
  client_id: null,
  session_id: randomUUID(),
  session_kind: 'transport',
  turn_id: null,
  call_id: null,
  model: null,
  transport: 'inkwatch',
  protocol_version: null,
};

/** Sees to it that one row stands for the calls that left none. */
export interface GapTeller {
  /**
   * Inside a transaction: records the row before the one that is to come, unless one of this transaction
   * stands there already. @returns what to do after the commit
   */
  before(): () => void;
}

export function createGapTeller(
  store: Store,
  recording: Pick<RecordingKeeper, 'untold' | 'told'>,
  announce: (recorded: RecordedWrite) => void,
): GapTeller {
  let telling: { readonly lost: LostCalls; readonly id: number } | null = null;
  return {
    before() {
      const lost = recording.untold();
      if (lost === null) return () => {};
      // A transaction that was rolled back took its row with it.
      if (telling?.lost === lost && store.recorder.nextId() > telling.id) return () => {};
      const recorded = recordGap(store, lost);
      telling = recorded === null ? null : { lost, id: recorded.id };
      return () => {
        telling = null;
        recording.told();
        if (recorded !== null) announce(recorded);
      };
    },
  };
}

/**
 * Records one row that stands for calls without rows, inside the caller's transaction. Its outcome is
 * unknown: nobody saw what became of those that went on. Null: a row of an earlier process says it already.
 */
function recordGap(store: Store, lost: LostCalls): RecordedWrite | null {
  const summary: JsonObject = {
    calls: lost.calls,
    ...(lost.at_least ? { at_least: true } : {}),
    since_ms: lost.since_ms,
    until_ms: lost.until_ms,
    went_on: lost.went_on,
    why: lost.why,
  };
  // Killed between the row and its note: the next process must not tell the same again.
  if (lost.at_least && tells(newestGap(store.write), lost)) return null;
  const call: WriteCall = {
    caller: inkwatch,
    tool: gapTool,
    calledName: GAP_TOOL,
    arguments: summary,
    meta: {},
    refusal: null,
    request: null,
    signal: null,
    receivedMs: Date.now(),
    size: 0,
  };
  const { recorded } = performWrite(store, call, planWrite(call), performance.now());
  store.recorder.settle({
    id: recorded.id,
    server_name: EMBEDDED_SERVER,
    started_ms: call.receivedMs,
    outcome: { kind: 'unknown', error_kind: null, message: gapWords(lost) },
  });
  return { ...recorded, pending: false };
}

function tells(summary: string | null, lost: LostCalls): boolean {
  if (summary === null) return false;
  try {
    const told = JSON.parse(summary) as Partial<LostCalls>;
    return told.since_ms === lost.since_ms && told.until_ms === lost.until_ms;
  } catch {
    return false;
  }
}

const calls = (count: number) => `${count} ${count === 1 ? 'call' : 'calls'}`;
const time = (ms: number) => new Date(ms).toISOString();

function gapWords(lost: LostCalls): string {
  const notDone = lost.calls - lost.went_on;
  const became = [
    notDone > 0 ? `${calls(notDone)} changed nothing` : '',
    lost.went_on > 0 ? `${calls(lost.went_on)} went on unrecorded and may have been done` : '',
  ].filter((part) => part !== '');
  const many = `${lost.at_least ? 'At least ' : ''}${calls(lost.calls)}`;
  return `${many} between ${time(lost.since_ms)} and ${time(lost.until_ms)} left no row: ${lost.why}. ${became.join('; ')}.`;
}
