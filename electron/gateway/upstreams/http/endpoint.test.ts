import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { upstreamConfigSchema } from '../../../../shared/upstream.ts';
import { createHttpEndpoint } from './endpoint.ts';

test('d08: a connection that nobody uses is let go before its server closes it, and one in use is kept', async () => {
  let open = 0;
  const server = createServer((request, response) => {
    const answer = () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
    // Longer than a free connection is kept.
    if (request.method === 'POST') setTimeout(answer, 2500);
    else answer();
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const config = upstreamConfigSchema.parse({ name: 'web', kind: 'http', url });
  if (config.kind === 'stdio') throw new Error('no address');
  const endpoint = createHttpEndpoint(config, null);
  onTestFinished(() => endpoint.close());
  const ask = (method: 'GET' | 'POST') =>
    endpoint.request({
      method,
      lane: 'call',
      headers: {},
      signal: new AbortController().signal,
      onEvent: () => undefined,
    });
  expect(await ask('GET')).toMatchObject({ kind: 'ended' });
  expect(open).toBe(1);
  expect(await ask('POST')).toMatchObject({ kind: 'ended' });
  expect(open).toBe(1);
  await expect.poll(() => open, { timeout: 10_000 }).toBe(0);
  expect(await ask('GET')).toMatchObject({ kind: 'ended' });
}, 30_000);
