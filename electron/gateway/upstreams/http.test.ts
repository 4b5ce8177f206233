import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { testCore } from '../../testing/core.ts';
import type { Received } from '../../testing/scripted-endpoint.ts';
import { call, hello, testUpstreams, until } from '../../testing/upstreams/odd-upstreams.ts';
import { config, events, json, notThere, odd, result, web } from '../../testing/upstreams/web.ts';
import type { UpstreamMessage } from './answers.ts';

describe('a server over Streamable HTTP', () => {
  it.each(['legacy', 'modern'] as const)(
    'is a real one: a whole core, for a %s client',
    async (era) => {
      const { core } = await testCore();
      if (core.url === null) throw new Error('no endpoint');
      const headers = { Authorization: `Bearer ${core.token}` };
      const upstreams = testUpstreams([config(core.url, { headers })]);
      const session = upstreams.open('web', hello(era), () => {});
      expect(await session.open()).toMatchObject({ era });
      const args = '{"title":"t","content":"c","reason":"r"}';
      const answer = await session.request(
        'tools/call',
        `{"name":"memory_store","arguments":${args}}`,
      );
      expect(answer).toMatchObject({
        kind: 'result',
        value: { structuredContent: { version: 1 } },
      });
      expect(upstreams.state('web')).toMatchObject({
        state: 'ready',
        server: { name: 'inkwatch' },
      });
      await session.close();
    },
  );

  it('passes arguments and results to the byte, with the headers of its session and its own', async () => {
    const endpoint = await web((received, response) => {
      if (received.method === 'POST') json(response, result(received, `{"content":[],"x":${odd}}`));
      else notThere(received, response);
    });
    const upstreams = testUpstreams([config(endpoint.url)]);
    const session = upstreams.open('web', hello(), () => {});
    const answer = await call(session, odd);
    expect(answer.kind === 'result' && answer.raw).toBe(`{"content":[],"x":${odd}}`);
    const [sent] = endpoint.calls('tools/call');
    expect(sent?.body.toString()).toContain(`"params":{"name":"tool-0","arguments":${odd}}`);
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer SENTINEL-token',
      'x-mine': 'yes',
      'mcp-session-id': 's1',
      'mcp-protocol-version': '2025-11-25',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    });
    expect(sent?.headers).not.toHaveProperty('mcp-method');
    await session.close();
    const last = endpoint.received.at(-1);
    expect([last?.method, last?.headers['mcp-session-id']]).toEqual(['DELETE', 's1']);
  });

  it('gives what comes on the stream of a call to that call, and the rest to the session', async () => {
    const endpoint = await web((received, response) => {
      if (received.method === 'GET') {
        events(response, 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
      } else if (received.message.method === 'tools/call') {
        events(
          response,
          'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"n":1.0}}',
          'data: {"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}',
          'data: what is this',
          `data: ${result(received, '{"ok":1.0}')}`,
        );
      } else notThere(received, response);
    });
    const upstreams = testUpstreams([config(endpoint.url)]);
    const loose: UpstreamMessage[] = [];
    const own: UpstreamMessage[] = [];
    const session = upstreams.open('web', hello(), (message) => loose.push(message));
    await session.open();
    session.notify('notifications/initialized', null);
    await until(
      () => loose.length,
      (count) => count > 0,
    );
    const answer = await session.request('tools/call', '{"name":"t"}', {
      onMessage: (message) => {
        own.push(message);
        if (message.kind === 'request') message.respond('result', '{"action":"accept","n":1.0}');
      },
    });
    expect(answer).toMatchObject({ kind: 'result', raw: '{"ok":1.0}' });
    expect(own.map(({ method, params }) => [method, params])).toEqual([
      ['notifications/message', '{"n":1.0}'],
      ['elicitation/create', '{}'],
    ]);
    expect(loose[0]?.method).toBe('notifications/tools/list_changed');
    await until(
      () => endpoint.received.find(({ message }) => message.id === 'q')?.body.toString(),
      (body) => body === '{"jsonrpc":"2.0","id":"q","result":{"action":"accept","n":1.0}}',
    );
    expect(upstreams.state('web')).toMatchObject({ state: 'degraded' });
  });

  it('h01: that lost the session is opened again once; reads are sent again, writes are not', async () => {
    let lost = true;
    const endpoint = await web((received, response) => {
      if (received.method !== 'POST') return notThere(received, response);
      if (lost && received.headers['mcp-session-id'] === 's1') {
        response
          .writeHead(404)
          .end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"x"}}');
      } else json(response, result(received, '{"tools":[]}'));
    });
    const upstreams = testUpstreams([config(endpoint.url)]);
    const write = upstreams.open('web', hello(), () => {});
    expect(await call(write)).toMatchObject({ kind: 'failed', reason: 'session-lost' });
    expect(endpoint.calls('tools/call')).toHaveLength(1);
    expect(await call(write)).toMatchObject({ kind: 'result' });
    expect(endpoint.calls('tools/call').map(({ headers }) => headers['mcp-session-id'])).toEqual([
      's1',
      's2',
    ]);
    expect(endpoint.calls('initialize')).toHaveLength(2);

    lost = false;
    const read = upstreams.open('web', hello(), () => {});
    await read.open();
    endpoint.reply = ((before) => (received: Received, response: ServerResponse) => {
      if (received.headers['mcp-session-id'] !== 's3') return before(received, response);
      response.writeHead(400).end('Bad Request: No valid session ID provided');
    })(endpoint.reply);
    expect(await read.request('tools/list', null, { isRead: true })).toMatchObject({
      kind: 'result',
    });
    expect(endpoint.calls('tools/list')).toHaveLength(2);
  });

  it('whose stream breaks in a call is asked for the rest, and the call is not sent again', async () => {
    let at = '';
    const endpoint = await web((received, response) => {
      if (received.method === 'GET') {
        const from = received.headers['last-event-id'];
        if (from === 'e1') events(response, 'retry: 10\nid: e2\ndata:');
        else if (from === 'e2') events(response, `id: e3\ndata: ${at}`);
        else notThere(received, response);
      } else if (received.message.method === 'tools/call') {
        at = result(received, '{"n":1.0}');
        events(response, 'retry: 10\nid: e1\ndata:');
      } else notThere(received, response);
    });
    const upstreams = testUpstreams([config(endpoint.url)]);
    const answer = await call(upstreams.open('web', hello(), () => {}));
    expect(answer).toMatchObject({ kind: 'result', raw: '{"n":1.0}' });
    expect(endpoint.calls('tools/call')).toHaveLength(1);
  });

  it.each([
    ['HTTP 500', { kind: 'unknown', reason: 'cut' }],
    ['a cut', { kind: 'unknown', reason: 'cut' }],
    ['an empty answer', { kind: 'unknown', reason: 'cut' }],
    ['a stream without the answer', { kind: 'unknown', reason: 'cut' }],
    ['a page', { kind: 'unknown', reason: 'cut' }],
    ['too much', { kind: 'unknown', reason: 'cut', why: 'its answer is larger than the limit' }],
    ['an event without end', { kind: 'unknown', why: 'its answer is larger than the limit' }],
    ['HTTP 429', { kind: 'failed', reason: 'refused', status: 429 }],
    ['HTTP 401', { kind: 'failed', why: 'it asks for a login (HTTP 401)' }],
    ['an error', { kind: 'error', raw: '{"code":-32602,"message":"no","data":1.0}' }],
  ])('that gives %s to a call leaves it as it is known', async (what, expected) => {
    const endpoint = await web((received, response) => {
      if (received.message.method !== 'tools/call') return notThere(received, response);
      const [, status] = /HTTP (\d+)/.exec(what) ?? [];
      if (status !== undefined) response.writeHead(Number(status)).end('<html>');
      else if (what === 'a cut') response.destroy();
      else if (what === 'an empty answer') json(response, '');
      else if (what === 'a stream without the answer') events(response, 'data: {}');
      else if (what === 'a page')
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
      else if (what === 'too much') json(response, result(received, `"${'x'.repeat(300_000)}"`));
      else if (what === 'an error') {
        const error = '{"code":-32602,"message":"no","data":1.0}';
        response.writeHead(400).end(`{"jsonrpc":"2.0","id":null,"error":${error}}`);
      } else {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const pour = () => {
          while (!response.destroyed && response.write('data: '.padEnd(50_000, 'x'))) {
            // Until it is full.
          }
        };
        response.on('drain', pour);
        pour();
      }
    });
    const upstreams = testUpstreams([config(endpoint.url, { messageLimitBytes: 200_000 })]);
    const session = upstreams.open('web', hello(), () => {});
    await session.open();
    expect(await call(session)).toMatchObject(expected);
    expect(endpoint.calls('tools/call')).toHaveLength(1);
    expect(JSON.stringify(upstreams.list())).not.toContain('SENTINEL');
  });

  it('that goes away and comes back is down meanwhile, and nothing was run', async () => {
    const endpoint = await web((received, response) => json(response, result(received, '{}')));
    const upstreams = testUpstreams([config(endpoint.url)]);
    const session = upstreams.open('web', hello(), () => {});
    await session.open();
    await endpoint.close();
    const gone = await until(
      () => call(session),
      ({ kind }) => kind === 'failed',
    );
    expect(gone).toMatchObject({ reason: 'down' });
    expect(upstreams.state('web')).toMatchObject({ state: 'down', sessions: 0 });
    expect(upstreams.state('web')?.why).toContain('connection refused');
  });

  it('is followed to another path of its own, and nowhere else', async () => {
    const elsewhere = await web((received, response) => json(response, result(received, '{}')));
    const endpoint = await web(notThere);
    const { reply } = endpoint;
    let target = '/mcp/';
    endpoint.reply = (received, response) => {
      if (endpoint.received.length > 1 && target === '/mcp/') return reply(received, response);
      response.writeHead(307, { location: target }).end();
    };
    const upstreams = testUpstreams([config(endpoint.url), config(endpoint.url, { name: 'away' })]);
    expect(await upstreams.open('web', hello(), () => {}).open()).toMatchObject({ era: 'legacy' });
    target = elsewhere.url;
    await expect(upstreams.open('away', hello(), () => {}).open()).rejects.toThrow(
      'it points to another host, which is not followed',
    );
    expect(elsewhere.received).toEqual([]);
  });

  it('of 2026-07-28 gets its headers, and hears of a cancellation by the end of the stream', async () => {
    let closed = 0;
    const endpoint = await web((received, response) => {
      response.once('close', () => {
        closed += 1;
      });
      if (received.message.method === 'server/discover') {
        const all =
          '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}';
        json(response, result(received, all));
      } else if (received.body.includes('"wait"')) response.flushHeaders();
      else json(response, result(received, '{"resultType":"complete","n":1.0}'));
    });
    const upstreams = testUpstreams([config(endpoint.url)]);
    const session = upstreams.open('web', hello('modern'), () => {});
    await session.request('tools/call', '{"name":"größe"}', {
      headers: { 'mcp-param-region': 'eu', 'mcp-name': 'evil' },
    });
    expect(endpoint.calls('tools/call')[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': '=?base64?Z3LDtsOfZQ==?=',
      'mcp-param-region': 'eu',
    });
    const stop = new AbortController();
    const answer = session.request('tools/call', '{"name":"wait"}', { signal: stop.signal });
    await until(
      () => endpoint.calls('tools/call').length,
      (count) => count === 2,
    );
    const before = closed;
    stop.abort();
    expect(await answer).toMatchObject({ kind: 'unknown', reason: 'cancelled' });
    await until(
      () => closed,
      (now) => now === before + 1,
    );
    expect(endpoint.calls('notifications/cancelled')).toEqual([]);
    expect(endpoint.calls('initialize')).toEqual([]);
  });

  it('that asks for a login says so', async () => {
    const endpoint = await web(notThere);
    endpoint.reply = (_, response) => response.writeHead(401).end();
    const upstreams = testUpstreams([config(endpoint.url)]);
    for (const era of ['legacy', 'modern'] as const) {
      await expect(upstreams.open('web', hello(era), () => {}).open()).rejects.toThrow(
        'It asks for a login (HTTP 401)',
      );
    }
  });
});
