import { describe, expect, it } from 'vitest';
import type { LostCalls } from '../../../shared/health.ts';
import type { LedgerRow } from '../../../shared/ledger.ts';
import { verifyChain } from '../../audit/chain.ts';
import { createRecorder } from '../../audit/recorder.ts';
import { createMemoryTree } from '../../memory/tree.ts';
import { testLedger } from '../../testing/ledger.ts';
import { someCaller } from '../../testing/records.ts';
import { createDispatcher } from '../dispatch.ts';
import type { ReadyWrite, WriteTool } from '../tools/tool.ts';
import type { WriteCall } from './write-call.ts';

type Ledger = ReturnType<typeof testLedger>;

/** A dispatcher as a core has it, on a ledger that a test breaks and mends. */
function setUp(ledger: Ledger, notes: { lost: LostCalls | null } = { lost: null }, allow = true) {
  const dispatcher = createDispatcher({
    store: {
      write: ledger.write,
      recorder: createRecorder(ledger.write),
      tree: createMemoryTree(ledger.write),
    },
    policy: null,
    damaged: () => undefined,
    onCommitted: () => undefined,
    onSettled: () => undefined,
    onRecording: () => undefined,
    whenUnrecordable: () => (allow ? 'allow' : 'refuse'),
    losses: {
      read: () => notes.lost,
      write: (lost) => {
        notes.lost = lost;
      },
    },
    onError: () => undefined,
  });
  const rows = () => ledger.read.all<LedgerRow>('SELECT * FROM mcp_writes ORDER BY id');
  const breakIt = () =>
    ledger.write.transaction(() =>
      ledger.write.run(
        "CREATE TRIGGER no_rows BEFORE INSERT ON mcp_writes BEGIN SELECT RAISE(ABORT, 'broken'); END",
      ),
    );
  const mendIt = () => ledger.write.transaction(() => ledger.write.run('DROP TRIGGER no_rows'));
  return { dispatcher, rows, breakIt, mendIt, notes };
}

let performed = 0;

const face = {
  title: '',
  description: '',
  inputSchema: { type: 'object' },
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
} as const;

const local: WriteTool = {
  ...face,
  kind: 'write',
  name: 'memory.store',
  prepare: (): ReadyWrite => ({
    kind: 'ready',
    summary: {},
    target: { kind: 'elsewhere' },
    run: () => ({ chunk_id: 'c', namespace: 'n', answer: {}, reverts_id: null }),
  }),
};

const remote: WriteTool = {
  ...face,
  kind: 'write',
  name: 'create_issue',
  server: 'github',
  prepare: () => ({
    kind: 'later',
    summary: {},
    namespace: null,
    perform: async () => {
      performed += 1;
      return {
        kind: 'succeeded',
        chunk_id: null,
        answer: { kind: 'result', isError: false, text: 'done', structured: null },
      };
    },
  }),
};

const callOf = (tool: WriteTool, receivedMs: number): WriteCall => ({
  caller: someCaller,
  tool,
  calledName: tool.name,
  arguments: {},
  meta: {},
  refusal: null,
  request: null,
  signal: null,
  receivedMs,
  size: 0,
});

const at = (seconds: number) => Date.UTC(2026, 10, 30, 12, 0, seconds);

describe('calls that left no row', () => {
  it('are one row before the next one: how many, between when and when, why, and which went on', async () => {
    const ledger = testLedger();
    const { dispatcher, rows, breakIt, mendIt, notes } = setUp(ledger);
    breakIt();
    performed = 0;
    const lost = await dispatcher.dispatchWrite(callOf(local, at(1)));
    const went = await dispatcher.dispatchWrite(callOf(remote, at(2)));
    await dispatcher.dispatchWrite(callOf(remote, at(3)));
    expect([lost.rowId, lost.succeeded, went.rowId, went.succeeded, performed]).toEqual([
      null,
      false,
      null,
      true,
      2,
    ]);
    expect(dispatcher.untold()).toEqual({
      calls: 3,
      went_on: 2,
      since_ms: at(1),
      until_ms: at(3),
      why: 'broken',
      at_least: false,
    });
    mendIt();
    await Promise.all([4, 5].map((second) => dispatcher.dispatchWrite(callOf(local, at(second)))));
    expect(rows().map(({ tool_name }) => tool_name)).toEqual([
      'ledger.gap',
      'memory.store',
      'memory.store',
    ]);
    expect(rows()[0]).toMatchObject({
      error_message:
        '3 calls between 2026-11-30T12:00:01.000Z and 2026-11-30T12:00:03.000Z left no row: broken. 1 call changed nothing; 2 calls went on unrecorded and may have been done.',
      success: 0,
      finished_ms: null,
      client_id: null,
    });
    expect([dispatcher.untold(), notes.lost]).toEqual([null, null]);
    expect(verifyChain(ledger.read, null)).toEqual({ kind: 'whole', rows: 3, unchained: 0 });
  });

  it('with `refuse` nothing goes on', async () => {
    const { dispatcher, breakIt } = setUp(testLedger(), { lost: null }, false);
    breakIt();
    performed = 0;
    const { succeeded, answer } = await dispatcher.dispatchWrite(callOf(remote, at(1)));
    expect([succeeded, performed, dispatcher.untold()?.went_on]).toEqual([false, 0, 0]);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('Nothing was') });
  });

  it('that a crash left untold are told by the next process, once, as at least so many', async () => {
    const ledger = testLedger();
    const first = setUp(ledger);
    first.breakIt();
    for (const second of [1, 2, 3]) await first.dispatcher.dispatchWrite(callOf(local, at(second)));
    // No drain: the process is gone, its note stays.
    await expect.poll(() => first.notes.lost?.calls).toBe(3);
    first.mendIt();
    const noted = first.notes.lost;
    const second = setUp(ledger, { lost: noted });
    await expect.poll(() => second.rows().length).toBe(1);
    expect(second.rows()[0]?.error_message).toMatch(/^At least 3 calls between/);
    // Killed between the commit and its note: the third process has the note still.
    const third = setUp(ledger, { lost: noted });
    await expect.poll(() => third.notes.lost).toBeNull();
    expect(third.rows()).toHaveLength(1);
  });

  it('of a clean end are told exactly', async () => {
    const ledger = testLedger();
    const first = setUp(ledger);
    first.breakIt();
    await first.dispatcher.dispatchWrite(callOf(local, at(1)));
    await first.dispatcher.drain(50);
    expect(first.notes.lost).toMatchObject({ calls: 1, at_least: false });
    first.mendIt();
    const second = setUp(ledger, first.notes);
    await expect.poll(() => second.rows().length).toBe(1);
    expect(second.rows()[0]?.error_message).toMatch(/^1 call between/);
  });

  it('two outages are two rows', async () => {
    const { dispatcher, rows, breakIt, mendIt } = setUp(testLedger());
    for (const second of [1, 3]) {
      breakIt();
      await dispatcher.dispatchWrite(callOf(local, at(second)));
      mendIt();
      await dispatcher.dispatchWrite(callOf(local, at(second + 1)));
    }
    expect(rows().map(({ tool_name }) => tool_name)).toEqual([
      'ledger.gap',
      'memory.store',
      'ledger.gap',
      'memory.store',
    ]);
  });

  it('are not those whose arguments cannot be summed up: these are failed rows (case d03)', async () => {
    const { dispatcher, rows } = setUp(testLedger());
    const tool: WriteTool = {
      ...local,
      prepare: () => {
        throw new Error('the summariser broke');
      },
    };
    const { answer } = await dispatcher.dispatchWrite(callOf(tool, at(1)));
    expect(answer).toMatchObject({ kind: 'result', isError: true });
    expect(rows()).toMatchObject([
      { success: 0, error_kind: 'tool', error_message: 'the summariser broke' },
    ]);
  });
});
