import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { AuditListArgs, LedgerRow } from '../../shared/ledger.ts';
import { type Core, type CoreOptions, createCore } from '../core.ts';
import { openReader } from '../db/open.ts';
import { auditList } from '../db/readers/audit-list.ts';
import { homePaths } from '../home/paths.ts';
import { tempHome } from './temp-home.ts';

export type Era = '2025' | '2026';

/** What came back over HTTP. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined where it is none. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** A real core on a home of its own, with the ways to talk to it that tests need. */
export interface TestCore {
  readonly core: Core;
  readonly url: string;
  /** Rows, newest first. */
  rows(args?: Partial<AuditListArgs>): readonly LedgerRow[];
  /** A connection of its own: what opens it, as headers for `post`, and its id. */
  connection(name: string): Promise<{
    readonly id: string;
    readonly token: string;
    readonly headers: Readonly<Record<string, string>>;
  }>;
  /** Posts a message (or raw text or bytes) with good headers; extra ones win. */
  post(
    message: unknown,
    headers?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Reply>;
  /** Opens a 2025 session; its headers. */
  session(
    name?: string,
    version?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>>;
  /** The official client, connected in that era. */
  client(era: Era, name?: string, version?: string): Promise<Client>;
}

export async function testCore(options: Partial<CoreOptions> = {}): Promise<TestCore> {
  const home = options.home ?? tempHome();
  const core = await createCore({
    port: 0,
    version: '1.2.3',
    logLevel: 'silent',
    ...options,
    home,
  });
  onTestFinished(() => core.close());
  const url = core.url ?? '';

  const post: TestCore['post'] = async (message, headers = {}, signal) => {
    const body =
      typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message);
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${core.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  };

  return {
    core,
    url,
    post,
    rows(args = {}) {
      const reader = openReader(homePaths(home).database);
      try {
        return auditList(reader, { limit: 500, offset: 0, ...args });
      } finally {
        reader.close();
      }
    },
    async connection(name) {
      const add = core.requests['connections:add'];
      if (add === undefined) throw new Error('this core adds no connections');
      const { connection, token } = await add({ name });
      return {
        id: connection.client_id,
        token,
        headers: { authorization: `Bearer ${token}` },
      };
    },
    async session(name = 'test-client', version = '1.0.0', headers = {}) {
      const reply = await post(initialize({ name, version }), headers);
      const id = reply.headers.get('mcp-session-id');
      if (id === null) throw new Error(`no session: ${reply.status} ${reply.text}`);
      return { ...headers, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
    },
    async client(era, name = 'test-client', version = '1.0.0') {
      const client = new Client(
        { name, version },
        era === '2026' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
      );
      const headers = { Authorization: `Bearer ${core.token}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
      );
      onTestFinished(() => client.close());
      return client;
    },
  };
}

function jsonOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

export function initialize(clientInfo: unknown, id = 0): unknown {
  return {
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  };
}

/** A `tools/call` request. */
export function call(id: unknown, name: unknown, args: unknown, meta?: unknown): unknown {
  return {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
  };
}

const modernKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const;

/** `_meta` and headers of a 2026-07-28 request. */
export function modernCall(
  id: unknown,
  name: string,
  args: unknown,
  clientInfo: unknown,
  meta: Readonly<Record<string, unknown>> = {},
): { readonly message: unknown; readonly headers: Readonly<Record<string, string>> } {
  return {
    message: call(id, name, args, {
      [modernKeys.version]: '2026-07-28',
      [modernKeys.client]: clientInfo,
      [modernKeys.capabilities]: {},
      ...meta,
    }),
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
  };
}
