import { describe, expect, it } from 'vitest';
import { call, initialize, modernCall, testCore } from '../../testing/core.ts';

const bridge = { 'inkwatch-transport': 'stdio', 'inkwatch-session': 'bridge-session-1' };
const args = { title: 't', content: 'c' };

describe('what a bridge says of itself', () => {
  it('is the run and the transport of its calls, in both eras', async () => {
    const { post, session, rows } = await testCore();
    const first = await session('a-client');
    const again = await session('a-client');
    await post(call(1, 'memory_store', args), { ...first, ...bridge });
    // After a restart the HTTP session is another one, and the bridge is the same.
    await post(call(2, 'memory_store', args), { ...again, ...bridge });
    const modern = modernCall(3, 'memory_store', args, { name: 'a-client', version: '1' });
    await post(modern.message, { ...modern.headers, ...bridge });
    expect(rows()).toHaveLength(3);
    for (const row of rows()) {
      expect(row).toMatchObject({
        transport: 'stdio',
        session_id: 'bridge-session-1',
        session_kind: 'transport',
        client_info: 'mcp:a-client',
      });
    }
  });

  it('names a client that says no name, and no other', async () => {
    const { post, rows } = await testCore();
    const named = { ...bridge, 'inkwatch-client': encodeURIComponent('Büro\u0000\nAgent') };
    for (const [id, clientInfo] of [undefined, { name: 'own', version: '1' }].entries()) {
      const modern = modernCall(id, 'memory_store', args, clientInfo);
      await post(modern.message, { ...modern.headers, ...named });
    }
    const broken = modernCall(9, 'memory_store', args, undefined);
    await post(broken.message, { ...broken.headers, ...bridge, 'inkwatch-client': '%E0%' });
    expect(rows().map(({ client_name }) => client_name)).toEqual([null, 'own', 'Büro\\u{0} Agent']);
  });

  it.each([
    {},
    { 'inkwatch-transport': 'stdio' },
    { 'inkwatch-transport': 'http', 'inkwatch-session': 'bridge-session-1' },
    { 'inkwatch-transport': 'stdio', 'inkwatch-session': 'x' },
    { 'inkwatch-transport': 'stdio', 'inkwatch-session': 'a b c d e f g h' },
  ])('is nothing when it is not whole: %j', async (headers) => {
    const { post, session, rows } = await testCore();
    await post(call(1, 'memory_store', args), { ...(await session()), ...headers });
    expect(rows()).toMatchObject([{ transport: 'http' }]);
  });

  it('d08: tells processes apart that count their calls alike, which 2026 alone cannot', async () => {
    const { post, rows } = await testCore();
    const modern = modernCall(0, 'memory_store', args, { name: 'a-client', version: '1' });
    const send = (session: string) =>
      post(modern.message, { ...modern.headers, ...bridge, 'inkwatch-session': session });
    await send('process-one');
    await send('process-one');
    await send('process-two');
    expect(rows()).toMatchObject([
      { session_id: 'process-two', attempts: 1, repeat_no: 2 },
      { session_id: 'process-one', attempts: 2, repeat_no: 1 },
    ]);
  });

  it('a repeat that is meant for another process runs nothing', async () => {
    const { post, session, rows } = await testCore();
    const headers = await session();
    const other = { ...headers, 'inkwatch-only-pid': String(process.pid + 1) };
    expect((await post(call(1, 'memory_store', args), other)).status).toBe(412);
    expect((await post(initialize({ name: 'x' }), { 'inkwatch-only-pid': '' })).status).toBe(412);
    expect(rows()).toEqual([]);
    const own = { ...headers, 'inkwatch-only-pid': String(process.pid) };
    expect((await post(call(1, 'memory_store', args), own)).status).toBe(200);
    expect(rows()).toHaveLength(1);
  });
});
