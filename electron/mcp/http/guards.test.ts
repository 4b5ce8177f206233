import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { call, testCore } from '../../testing/core.ts';
import { sendRaw } from '../../testing/raw-http.ts';

const blocks = readFileSync(new URL('../fixtures/g01_origin_host.http', import.meta.url), 'utf8')
  .replaceAll('\r', '')
  .split(/^### /m)
  .slice(1)
  .map((block) => {
    const [title = '', ...lines] = block.split('\n');
    return { title, request: lines.join('\n').trim() };
  });

/** The block as bytes: our port and token, a length that fits, CRLF. */
function bytesOf(request: string, port: number, token: string): string {
  const [head = '', body = ''] = request.split('\n\n');
  const lines = head
    .split('\n')
    .filter((line) => !/^content-length/i.test(line))
    .map((line) => line.replaceAll('PORT', String(port)).replaceAll('TOKEN', token));
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [...lines, ...length, '', body].join('\r\n');
}

const portOf = (url: string) => Number(new URL(url).port);
const fromHere = new Set(['control, must pass with a valid token', 'ipv6']);

describe('requests from elsewhere (case g01)', () => {
  it('has the blocks of the case', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(15);
  });

  it.each(blocks)('$title', async ({ title, request }) => {
    const { core, url, rows } = await testCore();
    const reply = await sendRaw(portOf(url), bytesOf(request, portOf(url), core.token));
    // What passes the guards is told that it has no session.
    expect(reply.status).toBe(fromHere.has(title) ? 400 : 403);
    expect(JSON.parse(reply.body)).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 } });
    expect(reply.head).not.toMatch(/access-control/i);
    expect(rows({ success_only: true })).toEqual([]);
  });

  it.each(blocks.filter(({ title }) => fromHere.has(title)))(
    '$title is asked for a token',
    async ({ request }) => {
      const { url } = await testCore();
      const bytes = bytesOf(request, portOf(url), 'x').replace(/Authorization[^\r]*\r\n/, '');
      expect((await sendRaw(portOf(url), bytes)).status).toBe(401);
    },
  );

  it('a token does not help a foreign name', async () => {
    const { core, url } = await testCore();
    for (const { title, request } of blocks) {
      if (fromHere.has(title)) continue;
      const withToken = request.replace('\n\n', '\nAuthorization: Bearer TOKEN\n\n');
      const bytes = bytesOf(`${withToken}\n\n`, portOf(url), core.token);
      expect((await sendRaw(portOf(url), bytes)).status, title).toBe(403);
    }
  });

  it('a request without any Host is refused, too', async () => {
    const { url } = await testCore();
    const reply = await sendRaw(portOf(url), 'GET /mcp HTTP/1.1\r\n\r\n');
    expect(reply.status).toBe(403);
  });

  it('listens on the loopback address alone', async () => {
    const { url } = await testCore();
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = createConnection(portOf(url), address);
        socket.once('connect', () => resolve(true));
        socket.once('error', () => resolve(false));
      });
      expect(reached, address).toBe(false);
    }
  });
});

describe('what else is refused before a body is read', () => {
  const send = async (
    path: string,
    init: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
    auth = true,
  ) => {
    const { core, url } = await testCore();
    const headers = {
      ...(auth ? { authorization: `Bearer ${core.token}` } : {}),
      ...init.headers,
    };
    const target = new URL(path.replaceAll('TOKEN', core.token), url);
    const response = await fetch(target, { ...init, headers });
    const body: unknown = await response.json();
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } });
    expect(JSON.stringify(body)).not.toMatch(/<html|\bat .*:\d+/);
    return response;
  };
  const json = { 'content-type': 'application/json' };

  it.each([
    ['no token', '/mcp', { method: 'POST', headers: json }, false, 401],
    ['a token in the address', '/mcp?token=TOKEN', { method: 'POST', headers: json }, false, 401],
    [
      'a wrong token',
      '/mcp',
      { method: 'POST', headers: { ...json, authorization: 'Bearer x' } },
      true,
      401,
    ],
    [
      'another scheme',
      '/mcp',
      { method: 'POST', headers: { authorization: 'Basic x' } },
      true,
      401,
    ],
    ['another path', '/', { method: 'POST', headers: json }, true, 404],
    ['a question about OAuth', '/.well-known/oauth-protected-resource', {}, false, 404],
    ['another method', '/mcp', { method: 'PUT', headers: json }, true, 405],
    [
      'plain text',
      '/mcp',
      { method: 'POST', headers: { 'content-type': 'text/plain' } },
      true,
      415,
    ],
    ['no content type', '/mcp', { method: 'POST' }, true, 415],
    [
      'a compressed body',
      '/mcp',
      { method: 'POST', headers: { ...json, 'content-encoding': 'gzip' } },
      true,
      415,
    ],
  ] as const)('%s', async (_name, path, init, auth, status) => {
    const response = await send(path, init, auth);
    expect(response.status).toBe(status);
    if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('bytes that are no HTTP get an answer and leave the server alive', async () => {
    const { url, post, session } = await testCore();
    const reply = await sendRaw(portOf(url), '\x16\x03\x01 not http\r\n\r\n');
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({ jsonrpc: '2.0' });
    const write = call(1, 'memory_store', { title: 't', content: 'c' });
    expect((await post(write, await session())).status).toBe(200);
  });
});
