import { identify } from '../identity.ts';
import { rpcCode } from '../json-rpc.ts';
import type { GapRuns } from '../runs.ts';
import type { Sessions } from '../sessions.ts';
import type { CallDesk, ToolCall } from '../tool-call.ts';
import { wayIn } from './bridge.ts';
import type { ServerRoute } from './endpoint.ts';
import { type Exchange, headerOf } from './exchange.ts';
import type { Body } from './read-body.ts';
import { sendError } from './reply.ts';
import { evidenceOf } from './session-route.ts';

export interface OversizeOptions {
  readonly sessions: Sessions;
  readonly desk: CallDesk;
  readonly gaps: GapRuns;
  readonly gateway: Pick<ServerRoute, 'evidence' | 'has' | 'refuse'> | null;
}

/** Answers a body above the limit. One that was a write leaves a refused row with its size (case a14). */
export function createOversizeAnswer({ sessions, desk, gaps, gateway }: OversizeOptions) {
  /** @param server The one behind the gateway that was addressed; null: none. */
  return (
    exchange: Exchange,
    body: Extract<Body, { kind: 'too-large' }>,
    limit: number,
    server: string | null,
  ): void => {
    const size = `${body.exact ? '' : 'more than '}${body.size} bytes`;
    const message = `The message has ${size}; the limit is ${limit} (setting bodyLimitBytes)`;
    const error = { code: rpcCode.transport, message };
    sendError(exchange.response, 413, error);

    const has = (name: string) =>
      server === null
        ? desk.tools.called(name) !== null || desk.passesOn(name)
        : gateway?.has(server, name) === true;
    const called = calledIn(exchange, body.head, has);
    if (called === null) return;
    const { connection, receivedMs, request } = exchange;
    const named = headerOf(request, 'mcp-session-id');
    const session = named === null ? null : sessions.find(named, connection);
    const own = session === null ? null : evidenceOf(session);
    const call: ToolCall = {
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
        const known = (server === null ? own : gateway?.evidence(exchange, server)) ?? {
          clientInfo: null,
          transportSession: null,
          protocolVersion: headerOf(request, 'mcp-protocol-version'),
        };
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
    };
    void (server === null ? desk.serve(call) : gateway?.refuse(call, server));
  };
}

const callMethod = /"method"\s*:\s*"tools\/call"/;
const someName = /"name"\s*:\s*"([\w./-]{1,128})"/g;

/** The tool that a refused body called, from its headers or its first bytes; null: it was no call. */
function calledIn(
  { request }: Exchange,
  head: Buffer,
  has: (name: string) => boolean,
): string | null {
  if (headerOf(request, 'mcp-method') === 'tools/call') {
    const name = headerOf(request, 'mcp-name');
    if (name !== null) return name;
  }
  const text = head.toString('utf8');
  if (!callMethod.test(text)) return null;
  const names = [...text.matchAll(someName)].map((match) => match[1] ?? '');
  return names.find(has) ?? 'unknown';
}
