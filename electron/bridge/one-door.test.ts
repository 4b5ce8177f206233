import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlWriteTools, writeTools } from '../../shared/tools.ts';
import type { BuiltWorkers } from '../testing/build-workers.ts';
import { type Era, modernCall, call as plainCall } from '../testing/core.ts';
import { type RunningBridge, runBridge } from '../testing/run-bridge.ts';
import { initialize, initialized } from '../testing/scripted-endpoint.ts';
import { holdLock, runSql, throwingTools } from '../testing/side-door.ts';
import { buildSqlWorker, sqlCore } from '../testing/sql-core.ts';

type Args = Readonly<Record<string, unknown>>;
type Answer = { readonly result?: { readonly isError?: boolean; structuredContent?: Args } };

/** Each write tool with arguments that work, that are refused, and that make it throw. */
const tools: Readonly<Record<string, (chunk: string) => Readonly<Record<string, Args>>>> = {
  'memory.store': () => ({
    good: { title: 'plan', content: 'text' },
    refused: { title: ' ', content: 'text' },
    throwing: { title: 'plan', content: 'boom' },
  }),
  'memory.note': (chunk_id) => ({
    good: { chunk_id, note_text: 'note' },
    refused: { chunk_id, note_text: 7 },
    throwing: { chunk_id, note_text: 'boom' },
  }),
  'tree.tag': (chunk_id) => ({
    good: { chunk_id, tags: ['a'] },
    refused: { chunk_id, tags: [] },
    throwing: { chunk_id, tags: ['boom'] },
  }),
  'sql.execute': () => ({
    good: { db: 'shop', sql: 'UPDATE orders SET n = n + 1' },
    refused: { db: 'shop', sql: 'BEGIN' },
    throwing: { db: 'shop', sql: "UPDATE orders SET what = 'boom'" },
  }),
  'sql.integrity_check': () => ({
    good: { db: 'shop' },
    refused: { db: 'none' },
    throwing: { db: 'gone' },
  }),
};

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildSqlWorker();
});
afterAll(() => workers.remove());

const expected: Readonly<Record<string, object>> = {
  good: { success: 1, error_kind: null },
  refused: { success: 0, error_kind: 'invalid' },
  throwing: { success: 0, error_kind: 'tool' },
};

async function setUp(era: Era) {
  const made = await sqlCore(workers);
  const bridge = runBridge(made.core.home);
  if (era === '2025') {
    bridge.send(initialize);
    await bridge.next();
    bridge.send(initialized);
  }
  const message = (id: number, name: string, args: Args): unknown =>
    era === '2025'
      ? plainCall(id, name, args)
      : modernCall(id, name, args, { name: 'test-client', version: '1.0.0' }).message;
  const ask = async (one: unknown): Promise<Answer> => {
    bridge.send(one);
    return (await bridge.next()) as Answer;
  };
  return { ...made, bridge, message, ask };
}

const end = async (bridge: RunningBridge): Promise<void> => {
  expect(await bridge.end()).toBe(0);
  expect(bridge.waiting()).toEqual([]);
};

describe.each<Era>(['2025', '2026'])('one door for writes, over stdio in era %s', (era) => {
  it('every write tool leaves one row per call, good, refused or throwing', async () => {
    const { core, rows, bridge, message, ask } = await setUp(era);
    runSql(core.home, ...throwingTools);
    const stored = await ask(message(1, 'memory_store', { title: 'target', content: 'text' }));
    const chunk = String(stored.result?.structuredContent?.document_id);
    let id = 1;
    for (const [tool, argsFor] of Object.entries(tools)) {
      for (const [kind, args] of Object.entries(argsFor(chunk))) {
        id += 1;
        const { result } = await ask(message(id, tool, args));
        expect(result?.isError ?? false).toBe(kind !== 'good');
        expect(rows()).toHaveLength(id);
        // Of work in another file the outcome follows the answer.
        await expect.poll(() => rows()[0]?.finished_ms).not.toBeNull();
        expect(rows()[0]).toMatchObject({
          ...expected[kind],
          tool_name: tool,
          client_info: 'mcp:test-client',
          transport: 'stdio',
          attempts: 1,
        });
      }
    }
    await end(bridge);
  });

  it('every write tool that there is', () => {
    expect(Object.keys(tools)).toEqual([...writeTools, ...sqlWriteTools]);
  });

  it('d08: a statement that arrives twice while it runs is run once', async () => {
    const { rows, bridge, message, ask } = await setUp(era);
    const sql = 'UPDATE orders SET n = n + 1 WHERE id = 1 RETURNING n';
    const line = message(70, 'sql_execute', { db: 'shop', sql });
    bridge.send(line);
    bridge.send(line);
    const answers = [await bridge.next(), await bridge.next()];
    expect(answers[0]).toEqual(answers[1]);
    expect(await ask(line)).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ result: { structuredContent: { rows: [[2]] } } });
    await expect
      .poll(() => rows())
      .toMatchObject([{ success: 1, attempts: 3, tool_name: 'sql.execute' }]);
    await end(bridge);
  });

  it('a statement that is cancelled while it runs is undone, and its row says so', async () => {
    const { rows, bridge, message } = await setUp(era);
    const count =
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
    bridge.send(message(5, 'sql_execute', { db: 'shop', sql: `UPDATE orders SET n = (${count})` }));
    await expect.poll(() => rows()).toMatchObject([{ success: 0, finished_ms: null }]);
    bridge.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    await expect.poll(() => rows()).toMatchObject([{ success: 0, error_kind: 'cancelled' }]);
    const sum = message(6, 'sql_query', { db: 'shop', sql: 'SELECT sum(n) FROM orders' });
    bridge.send(sum);
    const found = async () => {
      // A cancelled call of the older era is still answered, to nobody.
      for (;;) {
        const answer = (await bridge.next()) as Answer & { readonly id?: unknown };
        if (answer.id === 6) return answer;
      }
    };
    expect(await found()).toMatchObject({ result: { structuredContent: { rows: [[6]] } } });
    expect(rows()).toHaveLength(1);
    expect(await bridge.end()).toBe(0);
  });

  it('d08: the same line twice is one write with two attempts, and both are answered', async () => {
    const { rows, bridge, message, ask } = await setUp(era);
    const line = message(70, 'memory_store', { title: 'once', content: 'c' });
    bridge.send(line);
    bridge.send(line);
    const answers = [await bridge.next(), await bridge.next()];
    expect(answers[0]).toEqual(answers[1]);
    expect(await ask(line)).toEqual(answers[0]);
    expect(rows()).toMatchObject([{ success: 1, attempts: 3 }]);
    const other = await ask(message(70, 'memory_store', { title: 'other', content: 'c' }));
    expect(other).toMatchObject({ error: { code: -32600 } });
    await ask(message(71, 'memory_store', { title: 'once', content: 'c' }));
    expect(rows()).toMatchObject([
      { success: 1, repeat_no: 2, attempts: 1 },
      { error_kind: 'refused' },
      { success: 1, repeat_no: 1, attempts: 3 },
    ]);
    await end(bridge);
  });

  it('a call that is cancelled while it waits is not run, and leaves its row', async () => {
    const { core, rows, bridge, message, ask } = await setUp(era);
    const lock = holdLock(core.home);
    bridge.send(message(5, 'memory_store', { title: 'cancelled', content: 'c' }));
    // Connections are served in order, so the endpoint has the call when it answers the read.
    await ask(message(6, 'tree_list', {}));
    const params = { requestId: 5 };
    bridge.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    await ask(message(7, 'tree_list', {}));
    lock.release();
    await expect.poll(() => rows()).toMatchObject([{ success: 0, error_kind: 'cancelled' }]);
    const list = await ask(message(8, 'tree_list', {}));
    expect(list.result?.structuredContent).toEqual({ namespaces: [] });
    await end(bridge);
  });

  it('b01: twenty calls that nobody waited for are twenty rows and twenty answers', async () => {
    const { rows, bridge, message } = await setUp(era);
    for (let id = 1; id <= 20; id += 1) {
      bridge.send(message(id, 'memory_store', { title: `t ${id}`, content: 'c' }));
    }
    expect(await bridge.end()).toBe(0);
    const ids = bridge.waiting().map(({ id }) => Number(id));
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(rows()).toHaveLength(20);
    expect(rows().every(({ success }) => success === 1)).toBe(true);
  });
});
