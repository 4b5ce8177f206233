import type { IncomingMessage } from 'node:http';
import type { CallEvidence } from '../identity.ts';
import { headerOf } from './exchange.ts';

/** What `inkwatch stdio` says beside the messages that it carries. Anyone with the token may say it. */
export interface Bridge {
  /** One per client process: its transport session, which outlives a restart of the core. */
  readonly session: string;
  /** The name that a person gave the client with `--client`; null: none. */
  readonly client: string | null;
}

const usableSession = /^[\w-]{8,64}$/;

/** The bridge that sent this request; null: it came over HTTP itself. */
export function bridgeOf(request: IncomingMessage): Bridge | null {
  const session = headerOf(request, 'inkwatch-session');
  if (headerOf(request, 'inkwatch-transport') !== 'stdio') return null;
  if (session === null || !usableSession.test(session)) return null;
  return { session, client: decoded(headerOf(request, 'inkwatch-client')) };
}

/** How a call came in, as far as its headers say. `transportSession` is the one of HTTP; null: none. */
export function wayIn(
  request: IncomingMessage,
  transportSession: string | null,
): Pick<CallEvidence, 'transport' | 'transportSession' | 'givenName'> {
  const bridge = bridgeOf(request);
  return bridge === null
    ? { transport: 'http', transportSession, givenName: null }
    : { transport: 'stdio', transportSession: bridge.session, givenName: bridge.client };
}

function decoded(text: string | null): string | null {
  if (text === null) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
