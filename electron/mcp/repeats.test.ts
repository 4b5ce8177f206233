import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call, modernCall, testCore } from '../testing/core.ts';

const lines = (name: string): readonly string[] =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
const errorCode = (json: unknown) => (json as { error?: { code?: number } }).error?.code;

describe('the same call twice (case d08)', () => {
  it('is one write: at the same moment, after a cut connection, and after success', async () => {
    const { core, post, session, rows } = await testCore();
    const headers = await session();
    const body = lines('d08_retry.jsonl')[0]?.replace('"title":', '"content": "c", "title":') ?? '';

    const cut = new AbortController();
    const gone = fetch(core.url ?? '', {
      method: 'POST',
      signal: cut.signal,
      headers: {
        authorization: `Bearer ${core.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    }).catch(() => null);
    await new Promise(setImmediate);
    cut.abort();
    await gone;
    const [a, b] = await Promise.all([post(body, headers), post(body, headers)]);
    const c = await post(body, headers);
    expect(b.json).toEqual(a.json);
    expect(c.json).toEqual(a.json);
    expect(a.json).toMatchObject({ result: { structuredContent: { version: 1 } } });
    const [row, ...others] = rows();
    expect(others).toEqual([]);
    expect(row?.success).toBe(1);
    // The cut one may never have left the client.
    expect(row?.attempts).toBeGreaterThanOrEqual(3);
  });

  it('new id, same content: a second row that says which it repeats', async () => {
    const { post, session, rows } = await testCore();
    const headers = await session();
    await post(call(70, 'memory_store', { title: 't', content: 'c' }), headers);
    await post(call(71, 'memory_store', { title: 't', content: 'c' }), headers);
    const [second, first] = rows();
    expect(second).toMatchObject({ repeats_id: first?.id, repeat_no: 2, success: 1 });
  });

  it('old id, other content: refused, and the first write stands', async () => {
    const { post, session, rows } = await testCore();
    const headers = await session();
    await post(call(70, 'memory_store', { title: 't', content: 'c' }), headers);
    const reply = await post(call(70, 'memory_store', { title: 'OTHER', content: 'c' }), headers);
    expect(errorCode(reply.json)).toBe(-32600);
    expect(rows()).toMatchObject([{ error_kind: 'refused', success: 0 }, { success: 1 }]);
  });

  it('without sessions only an identical call of the same client counts as the same one', async () => {
    const { post, rows } = await testCore();
    const send = async (content: string, name = 'm') => {
      const args = { title: 't', content };
      const { message, headers } = modernCall(1, 'memory_store', args, { name, version: '1' });
      return (await post(message, headers)).json;
    };
    const first = await send('one');
    expect(await send('one')).toEqual(first);
    // A client process that started again uses id 1 again.
    expect(await send('two')).toMatchObject({ result: { structuredContent: { version: 2 } } });
    expect(await send('one', 'other')).toMatchObject({
      result: { structuredContent: { version: 3 } },
    });
    expect(rows().map((row) => row.attempts)).toEqual([1, 1, 2]);
  });
});

describe('several clients at once (case g03)', () => {
  it('every answer reaches its own caller, though all number their requests alike', async () => {
    const { client, rows } = await testCore();
    const [a, b] = [await client('2025', 'A'), await client('2025', 'B')];
    const late: Promise<unknown>[] = [];
    const store = (who: typeof a, name: string, n: number, signal?: AbortSignal) =>
      who.callTool(
        {
          name: 'memory_store',
          arguments: { title: `${name} ${n}`, content: name, namespace: name },
        },
        signal === undefined ? {} : { signal },
      );
    let aborted = 0;
    for (let n = 0; n < 200; n += 1) {
      const stop = new AbortController();
      const fromA = store(a, 'A', n, stop.signal).catch(() => {
        aborted += 1;
      });
      const fromB = store(b, 'B', n);
      if (n % 10 === 0) stop.abort();
      if (n === 100) late.push(client('2025', 'C').then((c) => store(c, 'C', 0)));
      await fromA;
      expect((await fromB).structuredContent).toMatchObject({ version: 1 });
    }
    await Promise.all(late);
    expect(aborted).toBe(20);
    for (const row of [...rows(), ...rows({ offset: 500 })]) {
      expect(row.client_info).toBe(`mcp:${row.namespace?.toLowerCase()}`);
    }
    expect(rows({ client_filter: 'mcp:b' })).toHaveLength(200);
  });
});
