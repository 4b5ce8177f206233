import { clientKey, versionKey } from '../../wire/mcp-headers.ts';
import { rawAt, withoutRaw, withRaw } from '../../wire/raw-json.ts';

/** The first revision without `initialize`. */
export const modernVersion = '2026-07-28';
/** What we ask for in `initialize` where no client's own words are passed on. */
const legacyVersion = '2025-11-25';

export type Era = 'legacy' | 'modern';

/** Which eras a server speaks; null: not known yet. */
export type Eras = Record<Era, boolean | null>;

export const metaKeys = {
  version: versionKey,
  client: clientKey,
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  subscription: 'io.modelcontextprotocol/subscriptionId',
  server: 'io.modelcontextprotocol/serverInfo',
} as const;

const envelopeKeys: ReadonlySet<string> = new Set([
  metaKeys.version,
  metaKeys.client,
  metaKeys.capabilities,
]);

/** How a client introduces itself; JSON texts, as the client wrote them. */
export interface Hello {
  /** The era the client speaks: a server of both is spoken to in this one. */
  readonly era: Era;
  readonly clientInfo: string;
  readonly capabilities: string;
  /** The whole `params` of the client's `initialize`; null: it sent none. */
  readonly initialize: string | null;
}

/** The `params` of `initialize` for this client. */
export function initializeParams(hello: Hello): string {
  const { initialize, capabilities, clientInfo } = hello;
  if (initialize !== null) return initialize;
  return `{"protocolVersion":"${legacyVersion}","capabilities":${capabilities},"clientInfo":${clientInfo}}`;
}

/** `params` as 2026-07-28 wants them: each request says who asks. What is there already stays. */
export function withEnvelope(params: string | null, hello: Hello, version: string): string {
  let made = params ?? '{}';
  const add = (key: string, value: string): void => {
    if (rawAt(made, '_meta', key) === null) made = withRaw(made, ['_meta', key], value);
  };
  add(metaKeys.version, JSON.stringify(version));
  add(metaKeys.client, hello.clientInfo);
  add(metaKeys.capabilities, hello.capabilities);
  return made;
}

/** `params` as 2025 wants them: without what 2026-07-28 adds to each request. */
export function withoutEnvelope(params: string | null): string | null {
  if (params === null || !params.includes('io.modelcontextprotocol/')) return params;
  return withoutRaw(params, ['_meta'], envelopeKeys);
}
