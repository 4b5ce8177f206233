import { identify } from '../identity.ts';
import { rpcCode } from '../json-rpc.ts';
import type { GapRuns } from '../runs.ts';
import type { Sessions } from '../sessions.ts';
import type { CallDesk } from '../tool-call.ts';
import { wayIn } from './bridge.ts';
import { type Exchange, headerOf } from './exchange.ts';
import type { Body } from './read-body.ts';
import { sendError } from './reply.ts';
import { evidenceOf } from './session-route.ts';

export interface OversizeOptions {
  readonly sessions: Sessions;
  readonly desk: CallDesk;
  readonly gaps: GapRuns;
}

/** Answers a body above the limit. One that was a write leaves a refused row with its size (case a14). */
export function createOversizeAnswer({ sessions, desk, gaps }: OversizeOptions) {
  return (exchange: Exchange, body: Extract<Body, { kind: 'too-large' }>, limit: number): void => {
    const size = `${body.exact ? '' : 'more than '}${body.size} bytes`;
    const message = `The message has ${size}; the limit is ${limit} (setting bodyLimitBytes)`;
    const error = { code: rpcCode.transport, message };
    sendError(exchange.response, 413, error);

    const called = calledIn(exchange, body.head, desk);
    if (called === null) return;
    const { connection, receivedMs, request } = exchange;
    const named = headerOf(request, 'mcp-session-id');
    const session = named === null ? null : sessions.find(named, connection);
    void desk.serve({
      name: called,
      // Never read: nothing can be said of them.
      arguments: undefined,
      meta: {},
      refusal: { error, kind: 'refused', summary: { body_bytes: body.size } },
      request: null,
      signal: null,
      receivedMs,
      size: 0,
      caller: () => {
        const known =
          session === null
            ? {
                clientInfo: null,
                transportSession: null,
                protocolVersion: headerOf(request, 'mcp-protocol-version'),
              }
            : evidenceOf(session);
        return identify(
          {
            ...known,
            ...wayIn(request, known.transportSession),
            connection,
            meta: {},
            nowMs: receivedMs,
          },
          gaps,
        );
      },
    });
  };
}

const callMethod = /"method"\s*:\s*"tools\/call"/;
const someName = /"name"\s*:\s*"([\w.]{1,64})"/g;

/** The tool that a refused body called, from its headers or its first bytes; null: it was no call. */
function calledIn({ request }: Exchange, head: Buffer, { tools }: CallDesk): string | null {
  if (headerOf(request, 'mcp-method') === 'tools/call') {
    const name = headerOf(request, 'mcp-name');
    if (name !== null) return name;
  }
  const text = head.toString('utf8');
  if (!callMethod.test(text)) return null;
  const names = [...text.matchAll(someName)].map((match) => match[1] ?? '');
  return names.find((name) => tools.called(name) !== null) ?? 'unknown';
}
