import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { upstreamConfigSchema } from '../../../shared/upstream.ts';
import { type Received, type Reply, scriptedEndpoint } from '../scripted-endpoint.ts';
import { tempHome } from '../temp-home.ts';

/** Arguments that a parser and a printer would change. */
export const odd = '{ "big":9007199254740993, "z":1.0, "a":"\\u00e9\\ud800 \\/", "e":1E+2 }';

/** A server at this address; its token must never be shown. */
export const config = (url: string, more: object = {}) =>
  upstreamConfigSchema.parse({
    name: 'web',
    kind: 'http',
    url,
    headers: { Authorization: 'Bearer SENTINEL-token', 'X-Mine': 'yes' },
    callTimeoutMs: 10_000,
    connectTimeoutMs: 5000,
    ...more,
  });

export function json(response: ServerResponse, text: string, headers: object = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
}

export function events(response: ServerResponse, ...texts: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(texts.map((text) => `${text}\n\n`).join(''));
}

const idOf = ({ body }: Received): string => /"id":(\d+)/.exec(body.toString())?.[1] ?? 'null';
/** A whole answer to what was received. */
export const result = (received: Received, raw: string): string =>
  `{"jsonrpc":"2.0","id":${idOf(received)},"result":${raw}}`;
export const opened =
  '{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"w","version":"2"}}';

/** A server of 2025 with one session, and whatever else the test makes of it. */
export async function web(answers: Reply) {
  let sessions = 0;
  const endpoint = await scriptedEndpoint(tempHome(), (received, response) => {
    const { method } = received.message;
    if (method === 'initialize') {
      sessions += 1;
      json(response, result(received, opened), { 'mcp-session-id': `s${sessions}` });
    } else if (received.method === 'POST' && received.message.id === undefined) {
      response.writeHead(202).end();
    } else answers(received, response);
  });
  onTestFinished(() => endpoint.close());
  return endpoint;
}

/** How a server refuses what it has not. */
export const notThere: Reply = (_, response) => {
  response.writeHead(405).end();
};
