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
  writeEndpoint,
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

describe('a core that breaks', () => {
  it('d08: sends a call whose connection broke again under its id and body, to the same process', async () => {
    const home = tempHome();
    let calls = 0;
    const reply = sessionful((received, response) => {
      calls += 1;
      if (calls === 1) response.destroy();
      else ok(received, response);
    });
    const endpoint = await scriptedEndpoint(home, reply);
    const bridge = runBridge(home);
    await open(bridge);
    bridge.send(call(1));
    expect(await bridge.next()).toMatchObject({ id: 1, result: {} });
    const [first, second] = endpoint.calls('tools/call');
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['mcp-session-id']).toBe(first?.headers['mcp-session-id']);
    expect(second?.headers['inkwatch-only-pid']).toBe(String(process.pid));
    await bridge.end();
  });

  it('says that the outcome is unknown when the session is gone after a call was sent', async () => {
    const home = tempHome();
    const reply: ReturnType<typeof sessionful> = sessionful((_, response) => {
      reply.sessions.clear();
      response.destroy();
    });
    const endpoint = await scriptedEndpoint(home, reply);
    const bridge = runBridge(home);
    await open(bridge);
    bridge.send(call(1));
    expect(await bridge.next()).toMatchObject({ id: 1, error: { data: { outcome: 'unknown' } } });
    // The second try named the old session, which could run nothing.
    expect(endpoint.calls('tools/call')).toHaveLength(2);
    reply.sessions.clear();
    await bridge.end();
  });

  it('says so in 2026 too, when another process serves by now', async () => {
    const home = tempHome();
    const endpoint = await scriptedEndpoint(home, (_, response) => {
      writeEndpoint(home, endpoint.url, process.ppid);
      response.destroy();
    });
    const bridge = runBridge(home);
    bridge.send(modernCall(1));
    expect(await bridge.next()).toMatchObject({ id: 1, error: { data: { outcome: 'unknown' } } });
    expect(endpoint.received).toHaveLength(1);
    await bridge.end();
  });

  it('asks again what changes nothing', async () => {
    const home = tempHome();
    const endpoint = await scriptedEndpoint(home, (_, response) => {
      writeEndpoint(home, endpoint.url, process.ppid);
      endpoint.reply = ok;
      response.destroy();
    });
    const bridge = runBridge(home);
    const params = { _meta: modernMeta };
    bridge.send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
    expect(await bridge.next()).toMatchObject({ id: 1, result: {} });
    await bridge.end();
  });

  it('takes up the session again, silently, for a call that was certainly not run', async () => {
    const home = tempHome();
    const first = await scriptedEndpoint(
      home,
      sessionful((received, response) =>
        // No kept connection: what breaks on one may have been run.
        json(response, 200, result(received, {}), { connection: 'close' }),
      ),
    );
    const bridge = runBridge(home);
    bridge.send(initialize);
    expect(await bridge.next()).toMatchObject({ id: 0, result: {} });
    bridge.send(call(1));
    expect(await bridge.next()).toMatchObject({ id: 1, result: {} });
    await first.close();
    const second = await scriptedEndpoint(home, sessionful(ok), { pid: process.ppid });
    bridge.send(call(2));
    expect(await bridge.next()).toMatchObject({ id: 2, result: {} });
    expect(bridge.waiting()).toEqual([]);
    // The same run goes on.
    const runs = [...first.received, ...second.received].map(
      (one) => one.headers['inkwatch-session'],
    );
    expect(new Set(runs).size).toBe(1);
    const [replayed] = second.calls('initialize');
    expect(replayed?.message.params).toEqual(initialize.params);
    expect(second.calls('notifications/initialized')).toHaveLength(1);
    await bridge.end();
  });

  it('waits for a core that is away for a moment', async () => {
    const home = tempHome();
    const first = await scriptedEndpoint(home, sessionful(ok));
    const bridge = runBridge(home);
    await open(bridge);
    await first.close();
    bridge.send(call(2));
    await sleep(200);
    await scriptedEndpoint(home, sessionful(ok), { pid: process.ppid });
    expect(await bridge.next()).toMatchObject({ id: 2, result: {} });
    await bridge.end();
  });

  it('does not mistake a late response for the answer to another session', async () => {
    const home = tempHome();
    const asks = { jsonrpc: '2.0', id: 0, method: 'elicitation/create', params: {} };
    const streaming = (): Reply => {
      const base = sessionful(ok);
      return (received, response) => {
        if (received.method !== 'GET') return base(received, response);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify(asks)}\n\n`);
      };
    };
    const first = await scriptedEndpoint(home, streaming());
    const bridge = runBridge(home);
    await open(bridge);
    expect(await bridge.next()).toEqual(asks);
    await first.close();
    const second = await scriptedEndpoint(home, streaming(), { pid: process.ppid });
    // The bridge takes up the session by itself, since it holds a stream.
    const again = await bridge.next();
    expect(again).toEqual({ ...asks, id: 'inkwatch:2:0' });
    bridge.send({ jsonrpc: '2.0', id: 0, result: { action: 'too late' } });
    bridge.send({ jsonrpc: '2.0', id: again.id, result: { action: 'accept' } });
    await until(() => second.received.some(({ message }) => 'result' in message));
    const responses = second.received.filter(({ message }) => 'result' in message);
    expect(responses.map(({ message }) => message)).toEqual([
      { jsonrpc: '2.0', id: 0, result: { action: 'accept' } },
    ]);
    await bridge.end();
  });

  it('looks for a new token once, and then says what the endpoint said', async () => {
    const home = tempHome();
    const error = { code: -32000, message: 'Unauthorized' };
    const endpoint = await scriptedEndpoint(home, (received, response) =>
      received.headers.authorization === 'Bearer new-token'
        ? ok(received, response)
        : json(response, 401, { jsonrpc: '2.0', id: null, error }),
    );
    const bridge = runBridge(home);
    bridge.send(modernCall(1));
    expect(await bridge.next()).toEqual({ jsonrpc: '2.0', id: 1, error });
    writeEndpoint(home, endpoint.url, process.pid, 'new-token');
    bridge.send(modernCall(2));
    expect(await bridge.next()).toMatchObject({ id: 2, result: {} });
    await bridge.end();
  });
});

describe('the end', () => {
  it('finishes what is pending after the input ended', async () => {
    const home = tempHome();
    let answer = (): void => {};
    const endpoint = await scriptedEndpoint(home, (received, response) => {
      answer = () => ok(received, response);
    });
    const bridge = runBridge(home);
    bridge.send(modernCall(1));
    await until(() => endpoint.received.length === 1);
    const ended = bridge.end();
    answer();
    expect(await ended).toBe(0);
    expect(await bridge.next()).toMatchObject({ id: 1, result: {} });
  });

  it('--no-start answers what was asked with what to do, and ends with 1', async () => {
    const home = tempHome();
    const bridge = runBridge(home);
    bridge.send(initialize);
    const answer = (await bridge.next()) as { error: { message: string } };
    expect(answer).toMatchObject({ id: 0, error: { code: -32000 } });
    expect(answer.error.message).toContain('Inkwatch is not running');
    expect(await bridge.ended).toBe(1);
  });

  it('answers every one of many requests exactly once', async () => {
    const home = tempHome();
    await scriptedEndpoint(
      home,
      sessionful((received, response) => {
        if (Math.random() < 0.1) response.destroy();
        else setTimeout(() => ok(received, response), Math.random() * 5);
      }),
    );
    const bridge = runBridge(home);
    await open(bridge);
    for (let id = 1; id <= 500; id += 1) bridge.send(call(id));
    expect(await bridge.end()).toBe(0);
    const ids = bridge.waiting().map(({ id }) => Number(id));
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, at) => at + 1));
  });
});
