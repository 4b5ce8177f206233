import type { OutgoingHttpHeaders } from 'node:http';

/** What a request of 2026-07-28 repeats in its headers. */
export interface ModernClaim {
  readonly version: string;
  /** What `Mcp-Name` must repeat; null: the method has none. */
  readonly name: string | null;
}

/** What a POST of one message says of itself. */
export const postHeaders: OutgoingHttpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Which parameter `Mcp-Name` repeats (SEP-2243 and, for tasks, SEP-2663; as in the SDK's table). */
const nameSources: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

export const versionKey = 'io.modelcontextprotocol/protocolVersion';
export const clientKey = 'io.modelcontextprotocol/clientInfo';

/** The claim of a request's `params`, with `_meta` in it or not; null: it makes none, so it is of 2025. */
export function modernClaim(
  method: string,
  params: Readonly<Record<string, unknown>>,
): ModernClaim | null {
  const meta = params._meta;
  if (typeof meta !== 'object' || meta === null) return null;
  const version = (meta as Readonly<Record<string, unknown>>)[versionKey];
  if (typeof version !== 'string') return null;
  const source = nameSources.get(method);
  const name = source === undefined ? null : params[source];
  return { version, name: typeof name === 'string' ? name : null };
}

/** Headers that 2026-07-28 wants beside the body; null where the method cannot be a header's value. */
export function modernHeaders(method: string, claim: ModernClaim): OutgoingHttpHeaders | null {
  if (!isPlainValue(method) || !isPlainValue(claim.version)) return null;
  return {
    'mcp-protocol-version': claim.version,
    'mcp-method': method,
    ...(claim.name === null ? {} : { 'mcp-name': headerValue(claim.name) }),
  };
}

const sentinel = /^=\?base64\?.*\?=$/s;

/** Visible ASCII with inner spaces: what a header carries as it is. */
function isPlainValue(text: string): boolean {
  return /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !sentinel.test(text);
}

/** SEP-2243's encoding: anything that is not plain, or looks encoded, becomes `=?base64?…?=`. */
function headerValue(text: string): string {
  return isPlainValue(text) ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

/** What the gateway's requests to this computer carry, so that it knows one that comes back to it. */
export const loopHeader = 'inkwatch-behind';

/** An environment variable that every process below a server of the gateway inherits. */
export const startedByKey = 'INKWATCH_STARTED_BY';
/** What the gateway calls itself where it asks a server for itself, and for no client. */
export const gatewayName = 'inkwatch';
