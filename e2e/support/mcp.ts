import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { Endpoint } from './home.ts';

/** 2025: `initialize` and a session; 2026: stateless, identity in each request. */
export type Era = '2025' | '2026';

export interface Identity {
  readonly name: string;
  readonly version?: string;
  readonly era?: Era;
}

const stored = z.looseObject({ document_id: z.string(), version: z.number() });

/** An official MCP client on the app's endpoint. */
export interface Writer {
  readonly client: Client;
  /** Calls a tool; a tool's own failure is an answer and not a throw. */
  readonly call: (
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly failed: boolean; readonly text: string }>;
  /** `memory_store` that must succeed; gives the document's id. */
  readonly store: (args: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Connects the official client over HTTP as a client of the given name, version and era. */
export const connectWriter = async (
  endpoint: Endpoint,
  { name, version = '1.0.0', era = '2025' }: Identity,
): Promise<Writer> => {
  const client = new Client(
    { name, version },
    era === '2026' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  const headers = { Authorization: `Bearer ${endpoint.token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(endpoint.url), { requestInit: { headers } }),
  );
  const call: Writer['call'] = async (tool, args) => {
    const result = await client.callTool({ name: tool, arguments: { ...args } });
    const text = result.content
      .map((block) => (block.type === 'text' ? block.text : ''))
      .join('\n');
    return { failed: result.isError === true, text };
  };
  return {
    client,
    call,
    store: async (args) => {
      const { failed, text } = await call('memory_store', args);
      if (failed) throw new Error(`memory_store failed: ${text}`);
      return stored.parse(JSON.parse(text)).document_id;
    },
    close: () => client.close(),
  };
};
