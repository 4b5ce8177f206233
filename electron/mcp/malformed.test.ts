import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, testCore } from '../testing/core.ts';

/** Valid messages that get one thing wrong somewhere. */
const spoiled = fc
  .tuple(
    fc.constantFrom<unknown>(
      call(1, 'memory_store', { title: 't', content: 'c', tags: ['a'] }),
      call('x', 'tree_tag', { chunk_id: 'c', tags: ['a'] }),
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } },
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ),
    fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'name', 'arguments', 'title', 'tags'),
    fc.jsonValue({ maxDepth: 3 }),
  )
  .map(([message, member, value]) =>
    JSON.stringify(message, (name, inner: unknown) => (name === member ? value : inner)),
  );

const bodies = fc.oneof(
  { weight: 6, arbitrary: spoiled },
  { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: spoiled.map((text) => text.slice(0, Math.ceil(text.length / 2))) },
);
const headers = fc.record(
  {
    'mcp-protocol-version': fc.constantFrom('2025-11-25', '2026-07-28', 'x', ''),
    'mcp-method': fc.constantFrom('tools/call', 'tools/list', 'x'),
    'mcp-name': fc.constantFrom('memory_store', '=?base64?!!?=', ''),
    accept: fc.constantFrom('application/json', '*/*', 'application/json, text/event-stream'),
    'mcp-session-id': fc.constantFrom('nonsense', ''),
  },
  { requiredKeys: [] },
);

describe('500 malformed messages', () => {
  it('each get an answer without a stack, the server lives, and the next good call works', async () => {
    const { post, session, rows } = await testCore();
    const live = await session();
    const samples = fc.sample(fc.tuple(bodies, headers, fc.boolean()), {
      numRuns: 500,
      seed: 20_260_728,
    });
    let calls = 0;
    for (const [body, extra, inSession] of samples) {
      const reply = await post(body, { ...(inSession ? live : {}), ...extra });
      expect([200, 202, 400, 404, 406]).toContain(reply.status);
      if (reply.text !== '') expect(reply.json, reply.text).toMatchObject({ jsonrpc: '2.0' });
      expect(reply.text).not.toMatch(/\bat .+:\d+:\d+|node_modules|<html/);
      calls += 1;
    }
    expect(calls).toBe(500);
    const good = await post(call('good', 'memory_store', { title: 't', content: 'c' }), live);
    expect(good.json).toMatchObject({ id: 'good', result: { structuredContent: {} } });
    for (const row of rows({ success_only: false })) expect(row.error_kind).not.toBeNull();
  }, 60_000);
});
