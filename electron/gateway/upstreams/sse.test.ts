import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { call, hello, testUpstreams, until } from '../../testing/upstreams/odd-upstreams.ts';
import { config, notThere, odd, opened, result, web } from '../../testing/upstreams/web.ts';

describe('a server over the older HTTP+SSE', () => {
  /** Answers on the stream what is posted beside it. */
  async function older(posts = '/post?key=1') {
    let stream: ServerResponse | null = null;
    const endpoint = await web(notThere);
    endpoint.reply = (received, response) => {
      if (received.method === 'GET') {
        stream = response;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`event: endpoint\ndata: ${posts}\n\n`);
        return;
      }
      if (
        received.headers['mcp-protocol-version'] !== undefined ||
        !received.url.startsWith('/post')
      ) {
        response.writeHead(405).end();
        return;
      }
      response.writeHead(202).end('Accepted');
      const { method, id } = received.message;
      if (id === undefined) return;
      const raw = method === 'initialize' ? opened : `{"content":[],"x":${odd}}`;
      stream?.write(`data: ${result(received, raw)}\n\n`);
    };
    return { endpoint, end: () => stream?.end() };
  }

  it.each(['sse', 'http'])('is spoken to as such when it is configured as %s', async (kind) => {
    const { endpoint, end } = await older();
    const upstreams = testUpstreams([config(endpoint.url, { kind })]);
    const session = upstreams.open('web', hello(), () => {});
    const answer = await call(session, odd);
    expect(answer.kind === 'result' && answer.raw).toBe(`{"content":[],"x":${odd}}`);
    expect(endpoint.calls('tools/call')[0]).toMatchObject({
      url: '/post?key=1',
      headers: { authorization: 'Bearer SENTINEL-token' },
    });
    end();
    await until(
      () => upstreams.state('web')?.state,
      (state) => state === 'down',
    );
    expect(upstreams.state('web')?.why).toContain('It ended its stream');
    // The client's session lives on.
    expect(await call(session)).toMatchObject({ kind: 'result' });
  });

  it('is not followed to another host', async () => {
    const { endpoint } = await older('http://127.0.0.1:9/post');
    const upstreams = testUpstreams([config(endpoint.url, { kind: 'sse' })]);
    await expect(upstreams.open('web', hello(), () => {}).open()).rejects.toThrow(
      'It wants its messages sent to another host',
    );
  });
});
