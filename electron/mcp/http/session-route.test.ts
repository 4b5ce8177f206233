import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call, initialize, testCore } from '../../testing/core.ts';

const lines = (name: string): readonly string[] =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

const store = (id: unknown, title: string) => call(id, 'memory_store', { title, content: 'c' });

describe('identity on a live session (case a07)', () => {
  it('is settled by its first initialize; a second one is refused', async () => {
    const { post, rows } = await testCore();
    const [open = '', opened = '', , again = ''] = lines('a07_reinitialize.jsonl');
    const reply = await post(open);
    const headers = { 'mcp-session-id': reply.headers.get('mcp-session-id') ?? '' };
    expect((await post(opened, headers)).status).toBe(202);
    await post(store(2, 'row by a'), headers);

    const second = await post(again, headers);
    expect(second.status).toBe(400);
    expect(second.json).toMatchObject({ id: 3, error: { code: -32600 } });
    await post(store(4, 'row after identity change'), headers);
    expect(rows().map((row) => row.client_info)).toEqual(['mcp:client-a', 'mcp:client-a']);
    expect(new Set(rows().map((row) => row.session_id)).size).toBe(1);
  });

  it('a window that reloads opens new sessions, as often as it likes', async () => {
    const { session } = await testCore();
    const ids = [await session(), await session(), await session()].map((h) => h['mcp-session-id']);
    expect(new Set(ids).size).toBe(3);
  });

  it.each(lines('a07_client_names.jsonl').map((line, at) => [at, line]))(
    'opens for hostile name %i and records it safely',
    async (_at, line) => {
      const { post, rows } = await testCore();
      const reply = await post(line);
      expect(reply.status).toBe(200);
      await post(store(2, 't'), { 'mcp-session-id': reply.headers.get('mcp-session-id') ?? '' });
      const [row] = rows();
      expect(row?.client_info).toMatch(/^mcp(:[a-z0-9-]+)?$/);
      expect(row?.client_name ?? '').not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect((row?.client_name ?? '').length).toBeLessThanOrEqual(128);
    },
  );
});

describe('what clients get wrong in initialize (case a08)', () => {
  it.each(lines('a08_initialize_variants.jsonl').map((line, at) => [at + 1, line]))(
    'variant %i gets a version that we speak, and one stable client',
    async (at, line) => {
      const { post, rows } = await testCore();
      const reply = await post(line);
      expect(reply.status).toBe(200);
      const { result } = reply.json as { result: { protocolVersion: string } };
      expect(result.protocolVersion).toMatch(/^2025-(11-25|06-18)$/);
      await post(store(2, 't'), { 'mcp-session-id': reply.headers.get('mcp-session-id') ?? '' });
      const known = [1, 2, 3, 4, 10, 11].includes(Number(at));
      expect(rows()[0]).toMatchObject(
        known
          ? { client_info: 'mcp:x', client_name: 'x', success: 1 }
          : { client_info: 'mcp', client_name: null, success: 1 },
      );
    },
  );

  it('never names 2026-07-28 in its answer (case a02)', async () => {
    const { post } = await testCore();
    const line = lines('a02_modern_calls.jsonl')[4] ?? '';
    const { result } = (await post(line)).json as { result: { protocolVersion: string } };
    expect(result.protocolVersion).toBe('2025-11-25');
  });

  it('a later request may leave the version header out; a wrong one is refused', async () => {
    const { post, session, rows } = await testCore();
    const { 'mcp-session-id': id = '' } = await session();
    const only = { 'mcp-session-id': id };
    expect((await post(store(1, 'without'), only)).status).toBe(200);
    for (const version of ['banana', '1999-01-01', '9999-99-99']) {
      const reply = await post(store(version, 'wrong'), {
        ...only,
        'mcp-protocol-version': version,
      });
      expect(reply.status).toBe(400);
      expect(reply.json).toMatchObject({ jsonrpc: '2.0', error: {} });
    }
    const other = { ...only, 'mcp-protocol-version': '2025-03-26' };
    expect((await post(store(3, 'another'), other)).status).toBe(200);
    expect(rows()).toHaveLength(2);
  });

  it('takes a client that accepts anything', async () => {
    const { post, session } = await testCore();
    const headers = { ...(await session()), accept: '*/*' };
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, headers)).status).toBe(200);
  });
});

describe('sessions', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  it('unknown: 404; missing: 400; both with the id of the request', async () => {
    const { post } = await testCore();
    const unknown = await post(ping, { 'mcp-session-id': 'no-such-session' });
    expect(unknown.status).toBe(404);
    expect(unknown.json).toMatchObject({ id: 1, error: { code: -32001 } });
    const missing = await post(ping);
    expect(missing.status).toBe(400);
    expect(missing.json).toMatchObject({ id: 1, error: { code: -32000 } });
  });

  it('end by DELETE, and are unknown from then on', async () => {
    const { core, post, session, url } = await testCore();
    const headers = await session();
    const ended = await fetch(url, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${core.token}`, ...headers },
    });
    expect(ended.status).toBe(200);
    expect((await post(ping, headers)).status).toBe(404);
  });

  it('two requests at once with one id are both answered, or refused, never left hanging', async () => {
    const { post, session } = await testCore();
    const headers = await session();
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(ping, headers)));
    for (const { status } of replies) expect([200, 400]).toContain(status);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
  });

  it('a cancelled call that was committed stays succeeded, and its request is answered', async () => {
    const { post, session, rows } = await testCore();
    const headers = await session();
    const [answer, cancelled] = await Promise.all([
      post(store(7, 't'), headers),
      post(
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } },
        headers,
      ),
    ]);
    expect(answer.status).toBe(200);
    expect(cancelled.status).toBe(202);
    const late = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect((await post(late, headers)).status).toBe(202);
    const [row, ...others] = rows();
    expect(others).toEqual([]);
    // Cancelled in time it was not run; else it stays what it is. Never both.
    expect(row?.success === 1 ? null : row?.error_kind).toBe(
      row?.success === 1 ? null : 'cancelled',
    );
  });

  it('open streams hear that the names of the tools changed', async () => {
    const { core, session, url, client } = await testCore();
    const headers = await session();
    const stream = await fetch(url, {
      headers: {
        authorization: `Bearer ${core.token}`,
        accept: 'text/event-stream',
        ...headers,
      },
    });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    core.changeSettings({ toolNames: 'dotted' });
    const reader = stream.body?.getReader();
    const chunk = await reader?.read();
    expect(new TextDecoder().decode(chunk?.value)).toContain('notifications/tools/list_changed');
    await reader?.cancel();
    const { tools } = await (await client('2025')).listTools();
    expect(tools.map((tool) => tool.name)).toContain('memory.store');
  });

  it('a name that looks like nothing opens as well', async () => {
    const { post } = await testCore();
    expect((await post(initialize(undefined))).status).toBe(200);
  });
});
