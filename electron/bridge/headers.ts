import type { OutgoingHttpHeaders } from 'node:http';
import type { CoreAddress } from './endpoint-file.ts';
import type { ModernClaim } from './message.ts';

/** What the bridge says of itself on each request; the endpoint believes it with a valid token only. */
export interface BridgeIdentity {
  /** The run, as the transport sees it: from `initialize` to the end, also over a restart of the core. */
  session: string;
  /** `--client NAME`; null: not given. */
  readonly client: string | null;
}

/** Headers of every request. Names and values that a person chose travel percent-encoded. */
export function baseHeaders(core: CoreAddress, identity: BridgeIdentity): OutgoingHttpHeaders {
  return {
    authorization: `Bearer ${core.token}`,
    'inkwatch-transport': 'stdio',
    'inkwatch-session': identity.session,
    ...(identity.client === null
      ? {}
      : { 'inkwatch-client': encodeURIComponent(identity.client.toWellFormed()) }),
  };
}

/** What a POST of one message says of itself. */
export const postHeaders: OutgoingHttpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Headers of everything inside a 2025 session. */
export function sessionHeaders(session: {
  readonly id: string | null;
  readonly version: string;
}): OutgoingHttpHeaders {
  return {
    'mcp-protocol-version': session.version,
    ...(session.id === null ? {} : { 'mcp-session-id': session.id }),
  };
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
