import { describe, expect, it } from 'vitest';
import { call, testCore } from '../testing/core.ts';
import { malformedMessages } from '../testing/malformed.ts';

describe('500 malformed messages', () => {
  it('each get an answer without a stack, the server lives, and the next good call works', async () => {
    const { post, session, rows } = await testCore();
    const live = await session();
    let calls = 0;
    for (const [body, extra, inSession] of malformedMessages(500, 20_260_728)) {
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
  }, 180_000);
});
