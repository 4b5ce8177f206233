import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type RunningBridge, runBridge } from '../testing/run-bridge.ts';
import {
  call,
  initialize,
  initialized,
  json,
  modernCall,
  modernMeta,
  type Reply,
  result,
  scriptedEndpoint,
  sessionful,
} from '../testing/scripted-endpoint.ts';
import { tempHome } from '../testing/temp-home.ts';

const ok: Reply = (received, response) => json(response, 200, result(received, { content: [] }));

async function open(bridge: RunningBridge): Promise<void> {
  bridge.send(initialize);
  expect(await bridge.next()).toMatchObject({ id: 0, result: {} });
  bridge.send(initialized);
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition never came true');
    await sleep(5);
  }
}

describe('the 2025 era', () => {
  it('keeps the session, names the version and sends the very bytes', async () => {
    const home = tempHome();
    const endpoint = await scriptedEndpoint(home, sessionful(ok));
    const bridge = runBridge(home, { client: 'Büro' });
    await open(bridge);
    const line =
      '{ "jsonrpc":"2.0", "id": 12345678901234567890, "method":"tools/call",\t"params":{"name":"x"} }';
    bridge.send(`${line}\r`);
    await bridge.next();
    const [received] = endpoint.calls('tools/call');
    expect(received?.body.toString('utf8').trimEnd()).toBe(line);
    expect(received?.headers).toMatchObject({
      authorization: 'Bearer the-token',
      'mcp-protocol-version': '2025-11-25',
      'inkwatch-transport': 'stdio',
      'inkwatch-client': 'B%C3%BCro',
    });
    expect(received?.headers['mcp-session-id']).toMatch(/^session-1/);
    expect(received?.headers).not.toHaveProperty('mcp-method');
    expect(await bridge.end()).toBe(0);
    expect(endpoint.received.at(-1)?.method).toBe('DELETE');
  });

  it('holds what follows initialize until the session is open', async () => {
    const home = tempHome();
    const endpoint = await scriptedEndpoint(home, sessionful(ok));
    const bridge = runBridge(home);
    for (const message of [initialize, initialized, call(1), call(2)]) bridge.send(message);
    const ids = [await bridge.next(), await bridge.next(), await bridge.next()].map(({ id }) => id);
    expect(ids.toSorted()).toEqual([0, 1, 2]);
    expect(endpoint.calls('tools/call').every(({ headers }) => headers['mcp-session-id'])).toBe(
      true,
    );
    await bridge.end();
  });

  it('passes on what a stream carries beside the answer', async () => {
    const home = tempHome();
    const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
    await scriptedEndpoint(
      home,
      sessionful((received, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`event: message\ndata: ${JSON.stringify(progress)}\n\n`);
        response.end(`: still there\n\ndata: ${JSON.stringify(result(received, 'Ä\u2028'))}\n\n`);
      }),
    );
    const bridge = runBridge(home);
    await open(bridge);
    bridge.send(call(1));
    expect(await bridge.next()).toEqual(progress);
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 1, result: 'Ä\u2028' });
    await bridge.end();
  });

  it('opens the stream for what the server says unasked, and carries responses back', async () => {
    const home = tempHome();
    const base = sessionful(ok);
    const asks = { jsonrpc: '2.0', id: 0, method: 'roots/list' };
    const endpoint = await scriptedEndpoint(home, (received, response) => {
      if (received.method !== 'GET') return base(received, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(asks)}\n\n`);
    });
    const bridge = runBridge(home);
    await open(bridge);
    expect(await bridge.next()).toEqual(asks);
    bridge.send({ jsonrpc: '2.0', id: 0, result: { roots: [] } });
    await until(() => endpoint.received.some(({ message }) => 'result' in message));
    expect(await bridge.end()).toBe(0);
  });

  it('a07: a second initialize opens a new session, and the first is ended', async () => {
    const home = tempHome();
    const reply = sessionful(ok);
    const endpoint = await scriptedEndpoint(home, reply);
    const bridge = runBridge(home);
    await open(bridge);
    bridge.send({ ...initialize, id: 7 });
    expect(await bridge.next()).toMatchObject({ id: 7 });
    bridge.send(call(8));
    await bridge.next();
    bridge.send(call(9));
    await bridge.next();
    const calls = endpoint.calls('tools/call').map(({ headers }) => headers);
    expect(calls[0]?.['mcp-session-id']).toMatch(/^session-2/);
    const [first] = endpoint.calls('notifications/initialized');
    expect(calls[0]?.['inkwatch-session']).not.toBe(first?.headers['inkwatch-session']);
    expect(calls[1]?.['inkwatch-session']).toBe(calls[0]?.['inkwatch-session']);
    await until(() => reply.sessions.size === 1);
    await bridge.end();
  });

  it('tells a cancellation and then waits no longer', async () => {
    const home = tempHome();
    const endpoint = await scriptedEndpoint(
      home,
      sessionful(() => {}),
    );
    const bridge = runBridge(home);
    await open(bridge);
    bridge.send(call(1));
    await until(() => endpoint.calls('tools/call').length === 1);
    bridge.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(await bridge.end()).toBe(0);
    expect(endpoint.calls('notifications/cancelled')).toHaveLength(1);
    expect(bridge.waiting()).toEqual([]);
  });
});

describe('the 2026 era', () => {
  it('a02: takes the headers from each body, and no session', async () => {
    const home = tempHome();
    const endpoint = await scriptedEndpoint(home, ok);
    const bridge = runBridge(home);
    const odd = modernCall(2) as { params: Record<string, unknown> };
    bridge.send({
      jsonrpc: '2.0',
      id: 'd',
      method: 'server/discover',
      params: { _meta: modernMeta },
    });
    bridge.send(modernCall(1));
    bridge.send({ ...odd, params: { ...odd.params, name: 'größe' } });
    for (let i = 0; i < 3; i += 1) await bridge.next();
    const headers = endpoint.received.map((one) => ({
      version: one.headers['mcp-protocol-version'],
      method: one.headers['mcp-method'],
      name: one.headers['mcp-name'],
      session: one.headers['mcp-session-id'],
    }));
    const version = '2026-07-28';
    expect(headers).toHaveLength(3);
    expect(headers).toContainEqual({ version, method: 'server/discover' });
    expect(headers).toContainEqual({ version, method: 'tools/call', name: 'memory_store' });
    expect(headers).toContainEqual({
      version,
      method: 'tools/call',
      name: '=?base64?Z3LDtsOfZQ==?=',
    });
    const bridges = new Set(endpoint.received.map((one) => one.headers['inkwatch-session']));
    expect(bridges.size).toBe(1);
    await bridge.end();
  });

  it('cancels by ending the stream, and sends no notification', async () => {
    const home = tempHome();
    let closed = false;
    const endpoint = await scriptedEndpoint(home, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      response.on('close', () => {
        closed = true;
      });
    });
    const bridge = runBridge(home);
    bridge.send(modernCall(5));
    await until(() => endpoint.received.length === 1);
    bridge.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    await until(() => closed);
    expect(endpoint.received).toHaveLength(1);
    expect(await bridge.end()).toBe(0);
    expect(bridge.waiting()).toEqual([]);
  });

  it('passes a refusal on as it is', async () => {
    const home = tempHome();
    const error = { code: -32022, message: 'Unsupported', data: { supported: ['2026-07-28'] } };
    await scriptedEndpoint(home, (received, response) =>
      json(response, 400, { jsonrpc: '2.0', id: received.message.id, error }),
    );
    const bridge = runBridge(home);
    bridge.send(modernCall('m-4'));
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 'm-4', error });
    await bridge.end();
  });
});

describe('lines that are no message', () => {
  it.each([
    ['bad JSON', '{"jsonrpc":', -32700],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32700],
    ['a batch', JSON.stringify([call(1), call(2)]), -32600],
    ['an empty batch', '[]', -32600],
    ['no object', 'null', -32600],
  ])('answers %s for that line only', async (_, line, code) => {
    const home = tempHome();
    const endpoint = await scriptedEndpoint(home, sessionful(ok));
    const bridge = runBridge(home);
    await open(bridge);
    bridge.send(line);
    expect(await bridge.next()).toMatchObject({ id: null, error: { code } });
    bridge.send(call(9));
    expect(await bridge.next()).toMatchObject({ id: 9, result: {} });
    expect(endpoint.calls('tools/call')).toHaveLength(1);
    await bridge.end();
  });

  it('leaves it to the endpoint to refuse, and so to record, an object that is no message', async () => {
    const home = tempHome();
    const error = { code: -32600, message: 'Invalid request: `id` must be text or a whole number' };
    const endpoint = await scriptedEndpoint(home, (_, response) =>
      json(response, 400, { jsonrpc: '2.0', id: null, error }),
    );
    const bridge = runBridge(home);
    bridge.send({ ...call(1), id: null });
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: null, error });
    expect(endpoint.received).toHaveLength(1);
    await bridge.end();
  });

  it('a14: answers a line over the limit under its own id, and goes on', async () => {
    const home = tempHome();
    const endpoint = await scriptedEndpoint(home, (received, response) =>
      received.body.length > 4 * 1024 * 1024
        ? json(response, 413, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'big' } })
        : ok(received, response),
    );
    const bridge = runBridge(home);
    const { jsonrpc, id, ...rest } = call('the-big-one', 'x'.repeat(9_000_000));
    bridge.send({ ...rest, jsonrpc, id });
    expect(await bridge.next()).toEqual({
      jsonrpc: '2.0',
      id: 'the-big-one',
      error: { code: -32000, message: 'big' },
    });
    expect(endpoint.received[0]?.body.length).toBeLessThan(4.2 * 1024 * 1024);
    bridge.send(call(2, 'y'.repeat(4_000_000)));
    expect(await bridge.next()).toMatchObject({ id: 2, result: {} });
    await bridge.end();
  });

  it('lets nothing through to the client that is not JSON-RPC', async () => {
    const home = tempHome();
    await scriptedEndpoint(home, (received, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: hello\n\ndata: {"id":1}\n\ndata: [1]\n\nevent: other\ndata: {}\n\n');
      response.end(`data: ${JSON.stringify(result(received, 1))}\n\n`);
    });
    const bridge = runBridge(home);
    bridge.send(modernCall(1));
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 1, result: 1 });
    await bridge.end();
    expect(bridge.waiting()).toEqual([]);
  });
});
