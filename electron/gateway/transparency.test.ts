import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { upstreamConfigSchema } from '../../shared/upstream.ts';
import { gatewayCore } from '../testing/gateway-core.ts';
import { scriptedEndpoint } from '../testing/scripted-endpoint.ts';
import { tempHome } from '../testing/temp-home.ts';
import { type Heard, wayIn, wayNames } from '../testing/ways-in.ts';

/** A result that a parser and a printer would change; the acting server gives it, too. */
const oddResult = readFileSync(
  new URL('../testing/upstreams/odd-result.txt', import.meta.url),
  'utf8',
);
/** Arguments that a parser and a printer would change. */
const oddArguments =
  '{ "path":"\\u00e9 \\/", "big":9007199254740993, "z":1.0, "a":1E+2, "a":{"b":[ ]}, "\\u0061":null }';

describe('what a call carries is the same on the other side, to the byte', () => {
  it.each(wayNames)('arguments and results of a stdio server, %s', async (name) => {
    const test = await gatewayCore();
    const way = await wayIn(name, test.core.home, 'acting');
    await way.request('tools/list', '{}');
    const meta = '"_meta":{"own/key":9007199254740993}';
    const { text: got } = await way.request(
      'tools/call',
      `{"name":"write_ok","arguments":${oddArguments},${meta}}`,
    );
    // In 2026-07-28 a result says that it is complete; nothing else is added.
    const complete = name.endsWith('2026')
      ? `${oddResult.slice(0, -2)},"resultType":"complete" }`
      : oddResult;
    expect(got.slice(got.indexOf('"result":') + 9, -1)).toBe(complete);
    expect(test.logged('got')[0]).toContain(`{"name":"write_ok","arguments":${oddArguments},`);
    expect(test.logged('got')[0]).toContain('"own/key":9007199254740993');
  });

  it.each([
    [`{"path":"\\u00e9","reason":"why","n":1.0}`, `{"path":"\\u00e9","n":1.0}`],
    [`{ "reason":"why", "path":"a" }`, `{ "path":"a" }`],
    [`{"path":"a", "\\u0072eason":"why"}`, `{"path":"a"}`],
    [`{"reason":"why"}`, `{}`],
    [`{"path":{"reason":"theirs"}}`, `{"path":{"reason":"theirs"}}`],
  ])('but for our own reason, which is taken out: %s', async (given, left) => {
    const test = await gatewayCore();
    const way = await wayIn('HTTP 2025', test.core.home, 'acting');
    await way.request('tools/list', '{}');
    await way.request('tools/call', `{"name":"write_ok","arguments":${given}}`);
    expect(test.logged('got')).toEqual([`{"name":"write_ok","arguments":${left}}`]);
    await test.settled();
    expect(test.rows()[0]?.reason).toBe(given.includes('why') ? 'why' : null);
  });

  it('where the person wants no reason of ours, the tools are listed as they are and nothing is taken out', async () => {
    const test = await gatewayCore({}, { add_reason: false });
    const way = await wayIn('HTTP 2025', test.core.home, 'acting');
    const { text: listed } = await way.request('tools/list', '{}');
    expect(listed).not.toContain('reason');
    await way.request('tools/call', '{"name":"write_ok","arguments":{"reason":"theirs"}}');
    expect(test.logged('got')).toEqual(['{"name":"write_ok","arguments":{"reason":"theirs"}}']);
  });

  it.each(['HTTP 2025', 'HTTP 2026'] as const)(
    'arguments, results, errors and the server’s headers of an HTTP server, %s',
    async (name) => {
      const bodies: string[] = [];
      const endpoint = await scriptedEndpoint(tempHome(), (received, response) => {
        const body = received.body.toString();
        const id = /"id":(\d+)/.exec(body)?.[1] ?? 'null';
        const say = (part: string) => {
          response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' });
          response.end(`{"jsonrpc":"2.0","id":${id},${part}}`);
        };
        const { method } = received.message;
        if (method === 'initialize') {
          say(
            '"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"w","version":"1"}}',
          );
        } else if (method === 'tools/list') {
          say('"result":{"tools":[{"name":"put","inputSchema":{"type":"object"}}]}');
        } else if (method === 'tools/call') {
          bodies.push(body);
          if (body.includes('"fail"'))
            say('"error":{"code":-32077,"message":"no","data":{"n":1.0}}');
          else say(`"result":${oddResult}`);
        } else if (received.method === 'POST' && id === 'null') response.writeHead(202).end();
        else if (received.method === 'POST') {
          say('"error":{"code":-32601,"message":"none","data":[9007199254740993]}');
        } else response.writeHead(405).end();
      });
      const test = await gatewayCore();
      await test.add(upstreamConfigSchema.parse({ name: 'web', kind: 'http', url: endpoint.url }));
      const way = await wayIn(name, test.core.home, 'web');
      const { text: got } = await way.request(
        'tools/call',
        `{"name":"put","arguments":${oddArguments}}`,
      );
      expect(got).toContain(oddResult.slice(0, -2));
      expect(bodies[0]).toContain(`"arguments":${oddArguments}`);
      const failed = await way.request('tools/call', '{"name":"put","arguments":{"fail":1}}');
      expect(failed.text).toContain('"error":{"code":-32077,"message":"no","data":{"n":1.0}}');
      const unknown = await way.request('x/unknown', '{"n":1.0}');
      expect(unknown.text).toContain('"data":[9007199254740993]');
    },
  );
});

describe('what a server says beside its answers reaches its client', () => {
  it.each(wayNames)('progress and log messages, with the client’s own token, %s', async (name) => {
    const test = await gatewayCore();
    const way = await wayIn(name, test.core.home, 'acting');
    await way.request(
      'tools/call',
      '{"name":"write_steps","arguments":{},"_meta":{"progressToken":0}}',
    );
    const progress = () =>
      way.heard.filter(({ value }) => value.method === 'notifications/progress');
    await expect.poll(() => progress().length).toBe(3);
    expect(progress().map(({ text }) => text)).toEqual(
      [1, 2, 3].map(
        (step) =>
          `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":0,"progress":${step}.0,"total":3}}`,
      ),
    );
  });

  it('over pipes it asks for samples and forms, and the answers go back to the byte (2025)', async () => {
    const test = await gatewayCore();
    const way = await wayIn('HTTP 2025', test.core.home, 'acting');
    const call = way.request('tools/call', '{"name":"write_asks_client","arguments":{}}');
    const asked = async (method: string): Promise<Heard> => {
      const find = () => way.heard.find(({ value }) => value.method === method);
      await expect.poll(find).toBeDefined();
      const found = find();
      if (found === undefined) throw new Error('not asked');
      return found;
    };
    const sampling = await asked('sampling/createMessage');
    expect(sampling.text).toContain('"text":"\\u00e9"}}],"maxTokens":10,"temperature":1.0}');
    const sample =
      '{"role":"assistant","model":"m","content":{"type":"text","text":"1.0"},"x":1.0}';
    await way.answer(JSON.stringify(sampling.value.id), sample);
    const form = await asked('elicitation/create');
    await way.answer(JSON.stringify(form.value.id), '{"action":"accept","content":{"n":1.0}}');
    expect((await call).value).toMatchObject({ result: { content: [{ text: 'asked' }] } });
    expect(test.logged('heard')).toEqual([
      `{"jsonrpc":"2.0","id":"ask-1","result":${sample}}`,
      '{"jsonrpc":"2.0","id":"ask-2","result":{"action":"accept","content":{"n":1.0}}}',
    ]);
  });

  it('a client of 2026-07-28 cannot be asked, and the call goes on without', async () => {
    const test = await gatewayCore();
    const way = await wayIn('HTTP 2026', test.core.home, 'acting');
    await way.request('tools/call', '{"name":"write_asks_client","arguments":{}}');
    expect(test.logged('heard')).toHaveLength(2);
    expect(test.logged('heard')[0]).toContain('"error":{"code":-32601');
  });

  it('lists in pages, other lists and other resources are told of (2025)', async () => {
    const test = await gatewayCore();
    const way = await wayIn('stdio 2025', test.core.home, 'acting');
    const names = async () => {
      const found: unknown[] = [];
      for (let cursor = ''; ; ) {
        const { value } = await way.request(
          'tools/list',
          cursor === '' ? '{}' : `{"cursor":"${cursor}"}`,
        );
        const page = value.result as { tools: { name: string }[]; nextCursor?: string };
        expect(page.tools.length).toBeLessThanOrEqual(6);
        found.push(...page.tools.map(({ name }) => name));
        if (page.nextCursor === undefined) return found;
        cursor = page.nextCursor;
      }
    };
    expect(await names()).toHaveLength(11);
    await way.request('resources/subscribe', '{"uri":"acting://one"}');
    await way.request('tools/call', '{"name":"write_changes_list","arguments":{}}');
    await expect
      .poll(() => way.heard.map(({ value }) => value.method))
      .toEqual(['notifications/tools/list_changed', 'notifications/resources/updated']);
    expect(await names()).toHaveLength(12);
    const { text: got } = await way.request('x/unknown', '{}');
    expect(got).toContain('"error":{"code":-32601,"message":"no x/unknown","data":[1.0]}');
  });
});
