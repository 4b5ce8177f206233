import { expect } from 'vitest';
import { createRecorder } from '../../audit/recorder.ts';
import { rowsWithIds } from '../../db/readers/rows-with-ids.ts';
import { createMemoryTree } from '../../memory/tree.ts';
import { testLedger } from '../../testing/ledger.ts';
import { someCaller } from '../../testing/records.ts';
import { createDispatcher } from '../dispatch.ts';
import type { LaterDone, LaterWrite, WriteTool } from '../tools/tool.ts';
import type { WriteCall } from './write-call.ts';

export const ok: LaterDone = {
  kind: 'succeeded',
  chunk_id: 'issue-7',
  answer: { kind: 'raw', member: 'result', json: '{"n":9007199254740993}' },
};

/** A dispatcher on a real ledger, and a call whose work is done elsewhere. */
export function setUp(whenUnrecordable: 'allow' | 'refuse' = 'allow') {
  const ledger = testLedger();
  const settled: number[] = [];
  const committed: boolean[] = [];
  const dispatcher = createDispatcher({
    store: {
      write: ledger.write,
      recorder: createRecorder(ledger.write),
      tree: createMemoryTree(ledger.write),
    },
    policy: null,
    damaged: () => undefined,
    onCommitted: (writes) => committed.push(...writes.map(({ pending }) => pending)),
    onSettled: (id) => settled.push(id),
    whenUnrecordable: () => whenUnrecordable,
    onRecording: () => undefined,
    onError: () => undefined,
  });
  /** Answered, and its outcome stored or known not to be storable now. */
  const call = async (perform: LaterWrite['perform'], more: Partial<WriteCall> = {}) => {
    const dispatched = await dispatcher.dispatchWrite({ ...callOf(perform), ...more });
    const id = dispatched.rowId;
    const isOver = () =>
      id === null ||
      settled.includes(id) ||
      row(id)?.finished_ms !== null ||
      dispatcher.recording().kind === 'not-recording';
    await expect.poll(isOver).toBe(true);
    return dispatched;
  };
  const row = (id = 1) => rowsWithIds(ledger.read, [id])[0];
  return { ...ledger, dispatcher, call, row, settled, committed };
}

export function callOf(perform: LaterWrite['perform']): WriteCall {
  const tool: WriteTool = {
    kind: 'write',
    name: 'create_issue',
    server: 'github',
    title: '',
    description: '',
    inputSchema: { type: 'object' },
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
    prepare: () => ({ kind: 'later', summary: { title: 'x' }, namespace: null, perform }),
  };
  return {
    caller: someCaller,
    tool,
    calledName: 'create_issue',
    arguments: { title: 'x', token: 'hush-hush-hush' },
    meta: {},
    refusal: null,
    request: null,
    signal: null,
    receivedMs: 1_780_000_000_000,
    size: 0,
  };
}
