import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body as JSON; empty where it is none. */
  readonly message: Readonly<Record<string, unknown>>;
}

export type Reply = (received: Received, response: ServerResponse) => void;

export interface ScriptedEndpoint {
  readonly url: string;
  /** Everything that came in, in order. */
  readonly received: readonly Received[];
  /** The POSTed messages of one method, in order. */
  calls(method: string): readonly Received[];
  reply: Reply;
  close(): Promise<void>;
}

/** An endpoint whose every answer the test writes: it can break in ways that a real one cannot be made to. */
export async function scriptedEndpoint(
  home: string,
  reply: Reply,
  { pid = process.pid, port = 0 } = {},
): Promise<ScriptedEndpoint> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const one: Received = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
        message: parse(body),
      };
      received.push(one);
      endpoint.reply(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const endpoint: ScriptedEndpoint = {
    url,
    received,
    calls: (method) => received.filter((one) => one.message.method === method),
    reply,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  writeEndpoint(home, url, pid);
  onTestFinished(() => endpoint.close());
  return endpoint;
}

export function writeEndpoint(home: string, url: string, pid: number, token = 'the-token'): void {
  writeFileSync(join(home, 'endpoint.json'), JSON.stringify({ url, token, pid, version: '0.0.0' }));
}

function parse(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export function json(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

export function result(received: Received, value: unknown): Record<string, unknown> {
  return { jsonrpc: '2.0', id: received.message.id, result: value };
}

/** What a sessionful endpoint answers to everything: sessions are named `session-1`, `session-2`, … */
export function sessionful(answer: Reply): Reply & { readonly sessions: Set<string> } {
  const sessions = new Set<string>();
  let opened = 0;
  const reply: Reply = (received, response) => {
    const session = String(received.headers['mcp-session-id'] ?? '');
    if (received.method === 'GET') {
      response.writeHead(405).end();
    } else if (received.method === 'DELETE') {
      sessions.delete(session);
      response.writeHead(200).end();
    } else if (received.message.method === 'initialize') {
      opened += 1;
      const id = `session-${opened}-${Math.random().toString(36).slice(2)}`;
      sessions.add(id);
      const value = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} };
      json(response, 200, result(received, value), { 'mcp-session-id': id });
    } else if (!sessions.has(session)) {
      const error = { code: -32001, message: 'Session not found' };
      json(response, 404, { jsonrpc: '2.0', id: null, error });
    } else if (received.message.id === undefined) {
      response.writeHead(202).end();
    } else {
      answer(received, response);
    }
  };
  return Object.assign(reply, { sessions });
}

export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test-client', version: '1.0.0' },
  },
} as const;

export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;

export function call(id: string | number, title = 'a title'): Record<string, unknown> {
  const params = { name: 'memory_store', arguments: { title, content: 'text' } };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

export function modernCall(id: string | number, title = 'a title'): Record<string, unknown> {
  const { params, ...rest } = call(id, title) as { params: Record<string, unknown> };
  return { ...rest, params: { ...params, _meta: modernMeta } };
}

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'modern-client', version: '3.1' },
  'io.modelcontextprotocol/clientCapabilities': {},
} as const;
