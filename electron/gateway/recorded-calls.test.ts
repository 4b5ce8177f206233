import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../shared/outcome.ts';
import { type BuiltWorkers, buildWorkers } from '../testing/build-workers.ts';
import { gatewayCore } from '../testing/gateway-core.ts';
import { wayIn, wayNames } from '../testing/ways-in.ts';

const call = (tool: string, args = '{"path":"a"}') => `{"name":"${tool}","arguments":${args}}`;
const textOf = (value: Readonly<Record<string, unknown>>) => JSON.stringify(value);

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildWorkers({ 'read-worker': 'db/read-worker.ts' });
});
afterAll(() => workers.remove());

describe('reads through the gateway', () => {
  it.each(wayNames)(
    'leave no row, and a compact one where all calls are recorded, %s',
    async (name) => {
      const test = await gatewayCore();
      const way = await wayIn(name, test.core.home, 'acting');
      await way.request('tools/list', '{}');
      await way.request('tools/call', call('read_ok'));
      // Refused, not carried out: a read all the same.
      await way.request('tools/call', '{"name":"read_ok","arguments":7}');
      expect(test.rows()).toEqual([]);
      await test.core.requests['servers:change']?.({ name: 'acting', options: { record: 'all' } });
      await way.request('tools/call', call('read_ok'));
      await test.settled();
      expect(test.rows()).toMatchObject([
        { tool_name: 'read_ok', effect: 'read', success: 1, args_summary: '{}' },
      ]);
      expect(test.rows()[0]?.args_digest).toMatch(/^[0-9a-f]{64}$/);
    },
  );
});

describe('calls that are refused at /mcp/<server> leave a row of that server', () => {
  it('a14: over the limit, in both eras, with its size', async () => {
    const test = await gatewayCore();
    const big = `{"path":"${'x'.repeat(5_000_000)}"}`;
    for (const name of ['HTTP 2025', 'HTTP 2026'] as const) {
      const way = await wayIn(name, test.core.home, 'acting');
      await way.request('tools/list', '{}');
      const answer = await way.request('tools/call', call('write_ok', big));
      expect(answer.value).toMatchObject({ error: { code: -32000 } });
    }
    const all = await wayIn('HTTP 2025', test.core.home, null);
    await all.request('tools/list', '{}');
    await all.request('tools/call', call('acting__write_ok', big));
    await expect.poll(() => test.rows().length).toBe(3);
    await test.settled();
    for (const row of test.rows()) {
      expect(row).toMatchObject({
        server_name: 'acting',
        tool_name: 'write_ok',
        error_kind: 'refused',
        success: 0,
      });
      expect(JSON.parse(row.args_summary ?? '{}').body_bytes).toBeGreaterThan(5_000_000);
    }
    expect(test.rows().map(({ client_info }) => client_info)).toEqual([
      'mcp:door-client',
      'mcp',
      'mcp:door-client',
    ]);
    expect(test.logged('did')).toEqual([]);
  });

  it.each(wayNames)('malformed, %s: nothing reaches the server', async (name) => {
    const test = await gatewayCore();
    const way = await wayIn(name, test.core.home, 'acting');
    for (const params of [
      '{"name":"write_ok","arguments":"text"}',
      '{"name":"write_ok","arguments":[1]}',
      '{"name":7,"arguments":{}}',
      // What one parser takes for one call, and another for another.
      '{"name":"write_ok","arguments":{"path":"a"},"name":"write_iserror"}',
      '{"name":"write_ok","Name":"write_iserror","arguments":{}}',
      '{"name":"write_ok","arguments":{"path":"a"},"arguments":{"path":"b"}}',
    ]) {
      const { value } = await way.request('tools/call', params);
      expect(value, params).toMatchObject({ error: { code: -32602 } });
    }
    await test.settled();
    expect(test.rows()).toHaveLength(6);
    for (const row of test.rows()) {
      expect(row).toMatchObject({ server_name: 'acting', error_kind: 'invalid', success: 0 });
    }
    expect(test.logged('got')).toEqual([]);
  });

  it('by a policy for a tool that was called in another spelling', async () => {
    const test = await gatewayCore();
    const deny = { server: 'acting', tool: 'write_ok', policy: 'deny' } as const;
    await test.core.requests['servers:tool']?.(deny);
    const way = await wayIn('HTTP 2025', test.core.home, 'acting');
    for (const name of ['write_ok', 'WRITE_OK', ' write_ok', 'ｗrite_ok']) {
      const { value } = await way.request('tools/call', call(name));
      expect(value, name).toMatchObject({ result: { isError: true } });
    }
    expect(test.logged('got')).toEqual([]);
    await test.settled();
    expect(test.rows().map((row) => [row.error_kind, outcomeOf(row)])).toEqual(
      Array.from({ length: 4 }, () => ['refused', 'failed']),
    );
  });
});

describe('the policy of a connection applies to writes through the gateway', () => {
  const ways = [
    ['HTTP 2025', 'acting'],
    ['HTTP 2026', 'acting'],
    ['stdio 2025', null],
    ['stdio 2026', null],
  ] as const;
  it.each(ways)(
    'paused, read-only, over the hourly limit, kept to a namespace: %s',
    async (name, server) => {
      const test = await gatewayCore({ workerFolder: workers.folder });
      const { core } = test;
      const way = await wayIn(name, core.home, server);
      const tool = server === null ? 'acting__write_ok' : 'write_ok';
      if (server === null) await way.request('tools/list', '{}');
      const write = async () => textOf((await way.request('tools/call', call(tool))).value);
      const home = { client_id: 'home' };
      expect(await write()).not.toContain('isError');

      await core.requests['connections:change']?.({ ...home, paused: true });
      expect(await write()).toContain('was paused by the person');
      await core.requests['connections:change']?.({ ...home, paused: false });
      core.changeSettings({ policy: { readOnly: true } });
      expect(await write()).toContain('read-only mode');
      core.changeSettings({ policy: { readOnly: false, writesPerHour: 1 } });
      expect(await write()).toContain('1 write per hour');
      core.changeSettings({ policy: { writesPerHour: 600 } });
      await core.requests['connections:change']?.({ ...home, pinned_namespace: 'work' });
      expect(await write()).toContain('the namespace “work” only');
      // Reads go on.
      const read = await way.request('tools/call', call(tool.replace('write_ok', 'read_ok')));
      expect(textOf(read.value)).not.toContain('isError');

      await test.settled();
      expect(test.rows().map((row) => [row.server_name, row.tool_name, row.error_kind])).toEqual([
        ...Array.from({ length: 4 }, () => ['acting', 'write_ok', 'refused']),
        ['acting', 'write_ok', null],
      ]);
      expect(test.logged('did').filter((one) => one === 'write_ok')).toHaveLength(1);
    },
  );

  it('a revoked connection has no session at a server any more, and its running call is given up', async () => {
    const test = await gatewayCore({ workerFolder: workers.folder });
    const { core } = test;
    const { id, headers } = await test.connection('mine');
    const base = `${core.url}/acting`;
    const post = (message: unknown, more: Readonly<Record<string, string>> = {}) =>
      fetch(base, {
        method: 'POST',
        headers: {
          ...headers,
          ...more,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...(message as object) }),
      });
    const opened = await post({
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'a', version: '1' },
      },
    });
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await opened.text();
    const running = post(
      { id: 1, method: 'tools/call', params: { name: 'write_slow', arguments: {} } },
      session,
    ).then(
      (response) => response.text(),
      () => 'cut',
    );
    await expect.poll(() => test.logged('slow').length).toBe(1);
    await core.requests['connections:revoke']?.({ client_id: id });
    await running;
    await test.settled();
    expect(test.rows()).toMatchObject([{ tool_name: 'write_slow', error_kind: 'cancelled' }]);
    expect((await post({ id: 2, method: 'tools/list' }, session)).status).toBe(401);
    const pids = () => core.requests['servers:list']?.({});
    await expect
      .poll(async () => (await pids())?.[0]?.state.sessions ?? 0, { timeout: 5000 })
      .toBeLessThanOrEqual(1);
  });
});
