import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newestOfAllSql, newestOfLabelSql, ownWrites } from '../../../db/readers/own-writes.ts';
import { call, type Era, initialize, modernCall, testCore } from '../../../testing/core.ts';
import { testLedger } from '../../../testing/ledger.ts';
import { putRows, rowWith } from '../../../testing/rows.ts';

interface Told {
  readonly id: number;
  readonly time: string;
  readonly summary: { readonly title?: string } | null;
  readonly outcome: string;
  readonly error: string | null;
  readonly reason: string | null;
  readonly run: string;
}

const writesIn = (result: { readonly structuredContent?: unknown }) =>
  (result.structuredContent as { readonly writes: readonly Told[] }).writes;
const titles = (told: readonly Told[]) => told.map(({ summary }) => summary?.title);

const store = (title: string, reason = `why ${title}`) => ({
  name: 'memory_store',
  arguments: { title, content: 'text', reason },
});

describe('audit_tail', () => {
  it.each<Era>(['2025', '2026'])(
    'shows a client its own writes, newest first, and none of another, era %s',
    async (era) => {
      const { client, rows } = await testCore();
      const [one, other] = [await client(era, 'one'), await client(era, 'other')];
      await one.callTool(store('first'));
      await other.callTool(store('secret'));
      await one.callTool(store(' '));

      for (const name of ['audit_tail', 'audit.tail']) {
        const told = await one.callTool({ name, arguments: {} });
        const [last, first] = rows().filter((row) => row.client_name === 'one');
        expect(told.content).toEqual([
          { type: 'text', text: JSON.stringify(told.structuredContent) },
        ]);
        expect(writesIn(told)).toEqual([
          {
            id: 3,
            time: new Date(last?.timestamp_ms ?? 0).toISOString(),
            tool: 'memory.store',
            summary: JSON.parse(last?.args_summary ?? ''),
            outcome: 'failed',
            error: 'title must not be empty',
            reason: 'why',
            run: last?.session_id,
          },
          {
            id: 1,
            time: new Date(first?.timestamp_ms ?? 0).toISOString(),
            tool: 'memory.store',
            summary: { title: 'first', namespace: 'mcp', tag_count: 0 },
            outcome: 'succeeded',
            error: null,
            reason: 'why first',
            run: first?.session_id,
          },
        ]);
      }
      const seen = await other.callTool({ name: 'audit_tail', arguments: {} });
      expect(titles(writesIn(seen))).toEqual(['secret']);
    },
  );

  it('shows a client with a connection of its own that connection’s writes only, whatever name others take', async () => {
    const { connection, session, post } = await testCore();
    const tail = async (headers: Readonly<Record<string, string>>) => {
      const reply = await post(call(9, 'audit_tail', {}), headers);
      return titles(writesIn((reply.json as { result: { structuredContent: unknown } }).result));
    };
    const mine = (await connection('Cursor')).headers;
    const theirs = (await connection('Zed')).headers;
    const [first, second] = [
      await session('one', '1', mine),
      await session('another name', '2', mine),
    ];
    const liar = await session('one', '1', theirs);
    const shared = await session('one', '1');
    for (const [headers, title] of [
      [first, 'a'],
      [second, 'b'],
      [liar, 'c'],
      [shared, 'd'],
    ] as const) {
      await post(call(1, 'memory_store', { title, content: 'text' }), headers);
    }
    expect(await tail(first)).toEqual(['b', 'a']);
    expect(await tail(liar)).toEqual(['c']);
    expect(await tail(shared)).toEqual(['d']);
  });

  it('goes on over sessions and both eras of the same client', async () => {
    const { client } = await testCore();
    await (await client('2025', 'one')).callTool(store('a'));
    await (await client('2026', 'one')).callTool(store('b'));
    const told = await (await client('2025', 'one')).callTool({ name: 'audit_tail' });
    expect(titles(writesIn(told))).toEqual(['b', 'a']);
  });

  it('tells names apart that make the same `client_info`, and nameless clients by their runs', async () => {
    const { post, rows } = await testCore();
    const asked = async (clientInfo: unknown, title: string) => {
      const opened = await post(initialize(clientInfo));
      const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
      await post(call(1, 'memory_store', { title, content: 'text' }), session);
      const reply = await post(call(2, 'audit_tail', {}), session);
      return titles(writesIn((reply.json as { result: { structuredContent: unknown } }).result));
    };
    expect(await asked({ name: '会议记录', version: '1' }, 'a')).toEqual(['a']);
    expect(await asked({ name: '你好', version: '1' }, 'b')).toEqual(['b']);
    expect(await asked({ name: '', version: '1' }, 'c')).toEqual(['c']);
    expect(await asked({ name: '', version: '1' }, 'd')).toEqual(['d']);
    expect(new Set(rows().map((row) => row.client_info))).toEqual(new Set(['mcp']));
  });

  it('gives 20 writes, or as many as asked for, up to 100', async () => {
    const { client } = await testCore();
    const one = await client('2025');
    await Promise.all(Array.from({ length: 101 }, (_, n) => one.callTool(store(`t${n}`))));
    for (const [args, count] of [
      [{}, 20],
      [{ n: 1 }, 1],
      [{ n: 100 }, 100],
    ] as const) {
      const told = writesIn(await one.callTool({ name: 'audit_tail', arguments: args }));
      expect(told.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, n) => 101 - n));
    }
  });

  it.each([
    [{ n: 0 }, 'n must be at least 1'],
    [{ n: 101 }, 'n must be at most 100'],
    [{ n: 'many' }, 'n must be a number, not text'],
    [{ n: 1.5 }, 'n must be a whole number'],
    [{ n: null }, 'n must be a number, not null'],
    [{ client: 'other' }, 'unknown argument `client`'],
  ])('refuses %j and says what is wrong: %s', async (args, words) => {
    const { client, rows } = await testCore();
    const told = await (await client('2025')).callTool({ name: 'audit_tail', arguments: args });
    expect(told.isError).toBe(true);
    expect(JSON.stringify(told.content)).toContain(words);
    expect(rows()).toEqual([]);
  });

  it('case a15: hostile text comes back as JSON that says the same', async () => {
    const { post, session, rows } = await testCore();
    const headers = await session();
    const lines = readFileSync(
      new URL('../../fixtures/a15_hostile_text.jsonl', import.meta.url),
      'utf8',
    );
    for (const line of lines.trim().split('\n')) {
      const { id, params } = JSON.parse(line) as {
        id: number;
        params: { arguments: { content: string } };
      };
      const { content } = params.arguments;
      await post(call(id, 'memory_store', { title: content, content, reason: content }), headers);
    }
    const reply = await post(call(99, 'audit_tail', {}), headers);
    const { result } = reply.json as {
      result: { structuredContent: unknown; content: [{ text: string }] };
    };
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    const stored = rows();
    expect(stored).toHaveLength(12);
    expect(writesIn(result).map(({ summary, reason }) => [summary, reason])).toEqual(
      stored.map((row) => [JSON.parse(row.args_summary ?? ''), row.reason]),
    );
  });

  it('shows a modern client without a name the writes of its run', async () => {
    const { post } = await testCore();
    const send = async (id: number, name: string, args: unknown) => {
      const { message, headers } = modernCall(id, name, args, undefined);
      return (await post(message, headers)).json as { result: { structuredContent: unknown } };
    };
    await send(1, 'memory_store', { title: 'a', content: 'text' });
    const { result } = await send(2, 'audit_tail', {});
    expect(titles(writesIn(result))).toEqual(['a']);
  });
});

describe('the walk through own writes', () => {
  const writer = {
    client_id: 'home',
    client_info: 'mcp:claude-code',
    client_name: 'claude-code',
    session_id: 'run-1',
  };

  it('leaves out other connections and imported rows, and orders one millisecond by id', () => {
    const { write } = testLedger();
    putRows(write, [
      rowWith({ id: 1, timestamp_ms: 5 }),
      rowWith({ id: 2, timestamp_ms: 5 }),
      rowWith({ id: 3, timestamp_ms: 9, client_id: 'another' }),
      rowWith({ id: 4, timestamp_ms: 9, client_id: null }),
      rowWith({ id: 5, timestamp_ms: 1 }),
    ]);
    expect(ownWrites(write, writer, 20).map(({ id }) => id)).toEqual([2, 1, 5]);
  });

  it('gives a connection of its own all its writes, under whatever name, and no other’s', () => {
    const { write } = testLedger();
    putRows(write, [
      rowWith({ id: 1, timestamp_ms: 1, client_id: 'c-1' }),
      rowWith({ id: 2, timestamp_ms: 2, client_id: 'c-1', client_info: 'mcp:x', client_name: 'x' }),
      rowWith({ id: 3, timestamp_ms: 3, client_id: 'c-2' }),
      rowWith({ id: 4, timestamp_ms: 4, client_id: 'home' }),
      rowWith({ id: 5, timestamp_ms: 5, client_id: 'c-1', effect: 'read' }),
      // More of others than are looked at.
      ...Array.from({ length: 10_001 }, (_, n) =>
        rowWith({ id: 10 + n, timestamp_ms: 10 + n, client_id: 'c-2', client_info: 'mcp:other' }),
      ),
      rowWith({ id: 20_000, timestamp_ms: 20_000, client_id: 'c-1', client_info: 'mcp' }),
    ]);
    const own = ownWrites(write, { ...writer, client_id: 'c-1' }, 20).map(({ id }) => id);
    expect(own).toEqual([20_000, 1]);
    const others = ownWrites(write, { ...writer, client_id: 'c-2' }, 3).map(({ id }) => id);
    expect(others).toEqual([10_010, 10_009, 10_008]);
  });

  it('follows the indexes and sorts nothing', () => {
    const { write } = testLedger();
    const planOf = (sql: string, params: Readonly<Record<string, string | number>>) =>
      write.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params).map((step) => step.detail);
    const plan = planOf(newestOfLabelSql, { ...writer, any_name: 0, limit: 20 });
    const ofAll = planOf(newestOfAllSql, { client_id: 'c-1', limit: 20 });
    expect(ofAll.join('\n')).toMatch(/mcp_writes_by_time \(timestamp_ms>/);
    expect(ofAll.join('\n')).not.toMatch(/TEMP B-TREE|SCAN mcp_writes$/m);
    expect(plan[0]).toMatch(/USING INDEX mcp_writes_by_client \(client_info=\? AND timestamp_ms>/);
    expect(plan.join('\n')).toMatch(/USING COVERING INDEX mcp_writes_by_client \(client_info=\?/);
    expect(plan.join('\n')).not.toMatch(/TEMP B-TREE|SCAN mcp_writes/);
  });
});
