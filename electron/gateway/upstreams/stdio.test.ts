import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tempHome } from '../../testing/temp-home.ts';
import {
  call,
  hello,
  logged,
  oddConfig,
  testUpstreams,
  until,
} from '../../testing/upstreams/odd-upstreams.ts';
import type { UpstreamMessage } from './answers.ts';

const odd = '{ "big":9007199254740993, "z":1.0, "a":"\\u00e9\\ud800 \\/", "e":1E+2 , "ä€😀":[ ] }';

describe('a call to a command', () => {
  it('passes arguments and results unchanged to the byte', async () => {
    const upstreams = testUpstreams([oddConfig('odd')]);
    const answer = await call(
      upstreams.open('odd', hello(), () => {}),
      odd,
    );
    expect(answer).toMatchObject({ kind: 'result' });
    expect(answer.kind === 'result' && answer.raw).toBe(
      `{"content":[],"echo":{"name":"tool-0","arguments":${odd}},"told":null}`,
    );
  });

  it('gives the server exactly what the client said of itself, and the client what the server said', async () => {
    const log = join(tempHome(), 'log');
    const upstreams = testUpstreams([oddConfig('odd', { log })]);
    const initialize =
      '{"protocolVersion":"2025-06-18", "capabilities":{"elicitation":{}},"clientInfo":{"name":"x","version":"1","big":9007199254740993}}';
    const session = upstreams.open('odd', hello('legacy', { initialize }), () => {});
    const opening = await session.open();
    expect(opening).toMatchObject({ era: 'legacy', version: '2025-11-25' });
    expect(opening.raw).toContain('"big":9007199254740993');
    expect(logged(log, 'got')).toEqual([
      `{"jsonrpc":"2.0","id":1,"method":"initialize","params":${initialize}}`,
    ]);
    session.notify('notifications/initialized', null);
    await call(session);
    expect(logged(log, 'got')[1]).toBe('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  });

  it.each([
    { pieces: 1 },
    { pieces: 3, lineEnd: '\r\n' },
    { lineEnd: '\n\n \r\n' },
    { arrays: true },
    { banner: 'Server listening on stdio' },
    { banner: '{"not":"a message"}' },
  ])('is answered whatever the output looks like: %j', async (faults) => {
    const upstreams = testUpstreams([oddConfig('odd', faults)]);
    const session = upstreams.open('odd', hello(), () => {});
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await call(session, odd);
      expect(answer.kind === 'result' && answer.raw).toContain(odd);
    }
    if ('banner' in faults) {
      expect(upstreams.state('odd')).toMatchObject({ state: 'degraded' });
      expect(upstreams.state('odd')?.why).toContain('no message of the protocol');
      expect(upstreams.notes('odd').map(({ text }) => text)).toContain(`stdout: ${faults.banner}`);
    }
  });

  it('is answered by the right answer however many run at once', async () => {
    const upstreams = testUpstreams([oddConfig('odd', { pieces: 7 })]);
    const session = upstreams.open('odd', hello(), () => {});
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 20 }), async (all) => {
        const answers = await Promise.all(all.map((value) => call(session, JSON.stringify(value))));
        answers.forEach((answer, index) => {
          const raw = answer.kind === 'result' ? answer.raw : '';
          expect(raw).toContain(`"arguments":${JSON.stringify(all[index])}}`);
        });
      }),
      { numRuns: 20 },
    );
  });

  it('gives the server its own error back', async () => {
    const upstreams = testUpstreams([oddConfig('odd', { error: 'no such file' })]);
    const answer = await call(upstreams.open('odd', hello(), () => {}));
    expect(answer).toMatchObject({
      kind: 'error',
      raw: '{"code":-32000,"message":"no such file"}',
    });
  });

  it('lets the server ask the client, and the client answer, to the byte', async () => {
    const upstreams = testUpstreams([oddConfig('odd', { asks: 'sampling/createMessage' })]);
    const asked: UpstreamMessage[] = [];
    const session = upstreams.open('odd', hello(), (message) => {
      asked.push(message);
      if (message.kind === 'request') message.respond('result', '{"n":1.50}');
      if (message.kind === 'request') message.respond('result', '{"twice":true}');
    });
    const answer = await call(session);
    expect(asked).toMatchObject([{ id: '"ask-1"', params: '{"n":1.0}' }]);
    expect(answer.kind === 'result' && answer.raw).toContain(
      '"told":{"jsonrpc":"2.0","id":"ask-1","result":{"n":1.50}}',
    );
  });

  it('answers a ping itself, and in the shared session refuses what only a client can answer', async () => {
    const upstreams = testUpstreams([
      oddConfig('pings', { asks: 'ping' }),
      oddConfig('asks', { asks: 'roots/list' }),
    ]);
    const pinged = await call(upstreams.open('pings', hello(), () => expect.fail('a ping')));
    expect(pinged.kind === 'result' && pinged.raw).toContain('"result":{}}');
    const shared = upstreams.shared('asks');
    const refused = shared === null ? null : await call(shared);
    expect(refused?.kind === 'result' && refused.raw).toContain('"code":-32601');
  });

  it('tells progress under the token of the client, also where two clients have the same', async () => {
    const log = join(tempHome(), 'log');
    const upstreams = testUpstreams([oddConfig('odd', { progress: 2, log })]);
    const session = upstreams.shared('odd');
    const seen: Record<string, string[]> = { a: [], b: [] };
    const one = (who: 'a' | 'b') =>
      session?.request('tools/call', '{"name":"t","_meta":{"progressToken":0,"x":1.0}}', {
        onMessage: ({ params }) => seen[who]?.push(params ?? ''),
      });
    await Promise.all([one('a'), one('b')]);
    const expected = ['{"progressToken":0,"progress":1}', '{"progressToken":0,"progress":2}'];
    expect(seen).toEqual({ a: expected, b: expected });
    const tokens = logged(log, 'got').flatMap((line) => /"progressToken":[^,]+/.exec(line) ?? []);
    expect(new Set(tokens).size).toBe(2);
    expect(tokens[0]).toBe('"progressToken":0');
    expect(upstreams.heard).toEqual([]);
  });

  it('may take longer than its limit while it makes progress', async () => {
    const config = oddConfig('odd', { progress: 30 }, { callTimeoutMs: 300 });
    const upstreams = testUpstreams([config]);
    const session = upstreams.open('odd', hello(), () => {});
    await session.open();
    const params = '{"name":"t","_meta":{"progressToken":"p"}}';
    expect(await session.request('tools/call', params)).toMatchObject({ kind: 'result' });
  });

  it('that the client cancels is cancelled at the server, and nobody knows what became of it', async () => {
    const log = join(tempHome(), 'log');
    const upstreams = testUpstreams([oddConfig('odd', { silent: ['tools/call'], log })]);
    const session = upstreams.open('odd', hello(), () => {});
    await session.open();
    const stop = new AbortController();
    const answer = session.request('tools/call', '{"name":"t"}', { signal: stop.signal });
    await until(
      () => logged(log, 'got').length,
      (lines) => lines === 2,
    );
    stop.abort();
    expect(await answer).toMatchObject({ kind: 'unknown', reason: 'cancelled' });
    await until(
      () => logged(log, 'got').at(-1),
      (line) =>
        line ===
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"the client cancelled it"}}',
    );
    const early = await session.request('tools/call', '{"name":"t"}', { signal: stop.signal });
    expect(early).toMatchObject({ kind: 'failed', reason: 'cancelled' });
  });
});

describe('the era of a command', () => {
  it.each([
    ['legacy', {}, 'legacy'],
    ['modern', {}, 'legacy'],
    ['modern', { strict: true }, 'legacy'],
    ['modern', { mute: true }, 'legacy'],
    ['modern', { modern: true }, 'modern'],
    ['legacy', { modern: true }, 'legacy'],
    ['legacy', { modern: true, legacy: false }, 'modern'],
  ] as const)('for a %s client at %j is %s', async (client, faults, era) => {
    const upstreams = testUpstreams([oddConfig('odd', faults, { connectTimeoutMs: 6000 })]);
    const session = upstreams.open('odd', hello(client), () => {});
    expect(await session.open()).toMatchObject({ era });
    expect(upstreams.state('odd')).toMatchObject({
      state: 'ready',
      server: { name: 'odd', version: '1.2.3' },
    });
    const answer = await call(session, odd);
    const raw = answer.kind === 'result' ? answer.raw : '';
    expect(raw).toContain(`"arguments":${odd}`);
    expect(raw.includes('io.modelcontextprotocol/protocolVersion')).toBe(era === 'modern');
  });

  it('is not asked twice', async () => {
    const log = join(tempHome(), 'log');
    const upstreams = testUpstreams([oddConfig('odd', { log })]);
    await upstreams.open('odd', hello('modern'), () => {}).open();
    await upstreams.open('odd', hello('modern'), () => {}).open();
    const probes = logged(log, 'got').filter((line) => line.includes('server/discover'));
    expect(probes).toHaveLength(1);
  });

  it('of 2025 gets no words of 2026-07-28, and the other way round each request says who asks', async () => {
    const log = join(tempHome(), 'log');
    const upstreams = testUpstreams([
      oddConfig('old', { log }),
      oddConfig('new', { modern: true, legacy: false }),
    ]);
    const meta =
      '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{},"own":1.0}';
    const params = `{"name":"t","arguments":{"n":1.0},${meta}}`;
    const old = await upstreams
      .open('old', hello('modern'), () => {})
      .request('tools/call', params);
    expect(old.kind === 'result' && old.raw).toContain(
      '"echo":{"name":"t","arguments":{"n":1.0},"_meta":{"own":1.0}}',
    );
    const fresh = upstreams.open('new', hello('modern'), () => {});
    const same = await fresh.request('tools/call', params);
    expect(same.kind === 'result' && same.raw).toContain(`"echo":${params}`);
    const made = await fresh.request('tools/call', '{"name":"t"}');
    expect(made.kind === 'result' && JSON.parse(made.raw).echo._meta).toEqual({
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0' },
      'io.modelcontextprotocol/clientCapabilities': { sampling: {} },
    });
  });

  it('of 2026-07-28 names a subscription as the client does', async () => {
    const upstreams = testUpstreams([oddConfig('new', { modern: true })]);
    const heard: string[] = [];
    const stop = new AbortController();
    const listening = upstreams
      .open('new', hello('modern'), () => expect.fail('not for the session'))
      .request('subscriptions/listen', '{"notifications":{}}', {
        timeoutMs: null,
        signal: stop.signal,
        clientId: '"listen:0"',
        onMessage: ({ params }) => heard.push(params ?? ''),
      });
    await until(
      () => heard.length,
      (count) => count === 1,
    );
    expect(heard).toEqual(['{"_meta":{"io.modelcontextprotocol/subscriptionId":"listen:0"}}']);
    stop.abort();
    expect(await listening).toMatchObject({ kind: 'unknown', reason: 'cancelled' });
  });

  it('of 2026-07-28 is asked in the shared session to tell what changes', async () => {
    const upstreams = testUpstreams([oddConfig('new', { modern: true, legacy: false })]);
    await upstreams.shared('new')?.open();
    await until(
      () => upstreams.heard.map(({ message }) => message.method),
      (methods) => methods.includes('notifications/subscriptions/acknowledged'),
    );
  });
});
