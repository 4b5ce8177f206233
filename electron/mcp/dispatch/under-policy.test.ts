import { expect, test } from 'vitest';
import { createRecorder } from '../../audit/recorder.ts';
import { connectionRows } from '../../db/readers/connections.ts';
import { recentWrites } from '../../db/readers/recent-writes.ts';
import { createMemoryTree } from '../../memory/tree.ts';
import { testLedger } from '../../testing/ledger.ts';
import { someCaller } from '../../testing/records.ts';
import { openConnections } from '../connections.ts';
import { createDispatcher } from '../dispatch.ts';
import { createHourCounts } from '../hour-counts.ts';
import { createPolicy } from '../policy.ts';
import type { LaterDone, WriteTool } from '../tools/tool.ts';
import { toolError, type WriteCall } from './write-call.ts';

/** A door with a policy of its own, and calls of a tool that works outside of the ledger. */
function door() {
  const { write, read } = testLedger();
  const connections = openConnections({
    rows: connectionRows(read),
    write,
    homeToken: 'x',
    onChanged: () => undefined,
    onRevoked: () => undefined,
    onError: () => undefined,
  });
  const counts = createHourCounts([]);
  const dispatcher = createDispatcher({
    store: { write, recorder: createRecorder(write), tree: createMemoryTree(write) },
    policy: createPolicy({
      connections,
      settings: () => ({ readOnly: false, writesPerHour: 5 }),
      counts,
      read,
    }),
    damaged: () => undefined,
    onCommitted: () => undefined,
    onSettled: () => undefined,
    whenUnrecordable: () => 'allow',
    onRecording: () => undefined,
    onError: () => undefined,
  });
  const call = (
    done: () => Promise<LaterDone>,
    more: Partial<WriteTool> = {},
    receivedMs = Date.now(),
  ) => {
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
      prepare: () => ({ kind: 'later', summary: {}, namespace: null, perform: done }),
      ...more,
    };
    const asked: WriteCall = {
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
    };
    return dispatcher.dispatchWrite(asked);
  };
  return { call, connections, counts, read };
}

const answer = toolError('x');
const ended = (done: LaterDone) => async () => done;
const failed = (error_kind: 'upstream' | 'refused') =>
  ended({ kind: 'failed', error_kind, message: 'no', answer });

test('work outside of the ledger counts as the ledger holds it: failed and unknown do, refused and reads do not', async () => {
  const { call, counts, read } = door();
  await call(ended({ kind: 'succeeded', chunk_id: null, answer }));
  await call(failed('upstream'));
  await call(failed('refused'));
  await call(ended({ kind: 'unknown', error_kind: 'timeout', message: 'no', answer }));
  await call(ended({ kind: 'succeeded', chunk_id: null, answer }), { effect: 'read' });
  await expect.poll(() => counts.of('home')).toBe(3);
  const now = Date.now();
  expect(recentWrites(read, now - 3_600_000, now)).toHaveLength(3);
});

test('what lies outside of the memory tree is elsewhere for a pinned connection; reads of it are not', async () => {
  const { call, connections } = door();
  connections.change({ client_id: 'home', pinned_namespace: 'project-x' });
  let ran = 0;
  const run = async (): Promise<LaterDone> => {
    ran += 1;
    return { kind: 'succeeded', chunk_id: null, answer };
  };
  expect(await call(run)).toMatchObject({ byPolicy: true, succeeded: false });
  expect(ran).toBe(0);
  await call(run, { effect: 'read' });
  expect(ran).toBe(1);
});
