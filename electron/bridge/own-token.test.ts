import { expect, it } from 'vitest';
import { modernCall, call as plainCall, testCore } from '../testing/core.ts';
import { runBridge } from '../testing/run-bridge.ts';
import { initialize, initialized } from '../testing/scripted-endpoint.ts';

const store = { title: 'plan', content: 'text' };

it('carries calls as the connection of its token, in both eras, and as the home’s without one', async () => {
  const { core, connection, rows } = await testCore();
  const { id, token } = await connection('Claude Desktop');
  for (const own of [token, null]) {
    const old = runBridge(core.home, { token: own });
    old.send(initialize);
    await old.next();
    old.send(initialized);
    old.send(plainCall(2, 'memory_store', store));
    expect(await old.next()).toMatchObject({ id: 2, result: { structuredContent: {} } });
    await old.end();
    const modern = runBridge(core.home, { token: own });
    modern.send(modernCall(1, 'memory_store', store, { name: 'claude-ai', version: '1' }).message);
    expect(await modern.next()).toMatchObject({ id: 1, result: { structuredContent: {} } });
    await modern.end();
  }
  expect(rows().map((row) => [row.client_id, row.transport])).toEqual([
    ['home', 'stdio'],
    ['home', 'stdio'],
    [id, 'stdio'],
    [id, 'stdio'],
  ]);
});

it('a client whose connection was taken back is told so, call by call, and the bridge lives on', async () => {
  const { core, connection, rows } = await testCore();
  const { id, token } = await connection('Claude Desktop');
  const bridge = runBridge(core.home, { token });
  bridge.send(initialize);
  await bridge.next();
  bridge.send(initialized);
  // Without a built worker there are no counts to answer with: the revocation itself is what matters.
  await Promise.resolve(core.requests['connections:revoke']?.({ client_id: id })).catch(() => null);
  for (const call of [2, 3]) {
    bridge.send(plainCall(call, 'memory_store', store));
    expect(await bridge.next()).toMatchObject({
      id: call,
      error: { message: expect.stringContaining('took this connection back') },
    });
  }
  expect(rows()).toEqual([]);
  expect(await bridge.end()).toBe(0);
});
