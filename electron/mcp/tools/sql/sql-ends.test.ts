import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BuiltWorkers } from '../../../testing/build-workers.ts';
import { call } from '../../../testing/core.ts';
import { buildSqlWorker, sqlCore } from '../../../testing/sql-core.ts';

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildSqlWorker();
});
afterAll(() => workers.remove());

const endless =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
async function ask(client: Client, name: string, args: Readonly<Record<string, unknown>>) {
  const { structuredContent, content, isError } = await client.callTool({
    name,
    arguments: { ...args },
  });
  const [first] = content as readonly { readonly text?: string }[];
  return { answer: structuredContent, text: first?.text ?? '', isError: isError ?? false };
}

it('c09: a statement without end keeps nobody waiting', async () => {
  const { client } = await sqlCore(workers);
  const connected = await client('2025');
  const cancel = new AbortController();
  const long = connected.callTool(
    { name: 'sql_query', arguments: { db: 'shop', sql: endless } },
    { signal: cancel.signal },
  );
  const short = { db: 'shop', sql: 'SELECT 1' };
  expect((await ask(connected, 'sql_query', short)).answer).toMatchObject({ rows: [[1]] });
  const begun = performance.now();
  for (let n = 0; n < 20; n += 1) {
    await ask(connected, 'memory_store', { title: `t ${n}`, content: 'c' });
  }
  expect((performance.now() - begun) / 20).toBeLessThan(100);
  cancel.abort();
  await expect(long).rejects.toThrow();
});

it('ends a read whose client left', async () => {
  const { core, url, session } = await sqlCore(workers);
  const headers = {
    authorization: `Bearer ${core.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(await session()),
  };
  let id = 0;
  const query = async (sql: string, signal: AbortSignal) => {
    id += 1;
    const body = JSON.stringify(call(id, 'sql_query', { db: 'shop', sql }));
    return (await fetch(url, { method: 'POST', headers, body, signal })).text();
  };
  const isServed = async () => {
    try {
      return (await query('SELECT 3', AbortSignal.timeout(1000))).includes('[[3]]');
    } catch {
      return false;
    }
  };
  expect(await isServed()).toBe(true);
  // Two at a time are one connection's, so that a third waits until one of them was left.
  const leave = new AbortController();
  const left = [query(endless, leave.signal), query(endless, leave.signal)];
  await expect.poll(isServed, { timeout: 10_000 }).toBe(false);
  leave.abort();
  for (const one of left) await expect(one).rejects.toThrow();
  expect(await query('SELECT 4', AbortSignal.timeout(10_000))).toContain('[[4]]');
});

it('a statement that outlasts a quit is undone, and its row says so', async () => {
  const { core, client, rows } = await sqlCore(workers);
  const connected = await client('2025');
  const args = { db: 'shop', sql: `UPDATE orders SET n = (${endless})` };
  const run = connected.callTool({ name: 'sql_execute', arguments: args }).catch(() => null);
  await expect.poll(() => rows()).toHaveLength(1);
  await core.close();
  expect(rows()).toMatchObject([
    {
      error_kind: 'cancelled',
      error_message: 'stopped, since Inkwatch quits: nothing was changed',
    },
  ]);
  await run;
});
