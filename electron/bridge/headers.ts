import type { OutgoingHttpHeaders } from 'node:http';
import type { CoreAddress } from './endpoint-file.ts';

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
