import { CLIENT_INFO_META_KEY, classifyInboundRequest } from '@modelcontextprotocol/server';
import { openAnswerStream } from '../../mcp/http/answer-stream.ts';
import { bridgeOf } from '../../mcp/http/bridge.ts';
import { headerOf, type PostedExchange, statusOf } from '../../mcp/http/exchange.ts';
import { receivedCall } from '../../mcp/http/received-call.ts';
import { sendError, sendJson } from '../../mcp/http/reply.ts';
import { isJsonObject, rpcCode } from '../../mcp/json-rpc.ts';
import type { GapRuns } from '../../mcp/runs.ts';
import { requestKey } from '../../mcp/tool-call.ts';
import { modernClaim, modernHeaders, versionKey } from '../../wire/mcp-headers.ts';
import { rawAt } from '../../wire/raw-json.ts';
import { rawCall } from '../../wire/raw-message.ts';
import type { UpstreamAnswer, UpstreamMessage } from '../upstreams/answers.ts';
import type { UpstreamSession } from '../upstreams/seat.ts';
import { discoverResult, modernResult } from './modern-result.ts';
import { answerText, callText, passOn, type ServerDesk } from './serve-request.ts';

export interface StatelessRouteOptions extends ServerDesk {
  /** The session at a server that the stateless calls of one connection share. @throws UpstreamError in words */
  readonly seatFor: (connectionId: string, server: string) => UpstreamSession;
  readonly gaps: GapRuns;
}

/** Serves one server behind the gateway to clients of 2026-07-28: each request stands alone. */
export interface UpstreamStatelessRoute {
  post(exchange: PostedExchange, server: string): Promise<void>;
}

const headerMismatch = -32020;

export function createUpstreamStatelessRoute(
  options: StatelessRouteOptions,
): UpstreamStatelessRoute {
  const { gaps } = options;
  const seat = (connectionId: string, server: string) => {
    try {
      return options.seatFor(connectionId, server);
    } catch (error) {
      return noSeat(error);
    }
  };

  return {
    async post(exchange, server) {
      const { request, response, message, body, connection } = exchange;
      if (message.kind === 'response') {
        const text = 'Invalid request: nothing was asked of a client without a session';
        sendError(response, 400, { code: rpcCode.invalidRequest, message: text });
        return;
      }
      const wrong = message.kind === 'invalid' ? null : wrongHeaders(exchange);
      if (wrong !== null) {
        const id = message.kind === 'request' ? message.id : null;
        sendError(response, 400, { code: headerMismatch, message: wrong }, id);
        return;
      }
      const gone = new AbortController();
      response.once('close', () => {
        // In this era a client cancels a call by leaving it.
        if (!response.writableFinished) gone.abort();
      });
      const text = body.toString('utf8');
      const raw = rawAt(text, 'params');
      const upstream = seat(connection.id, server);
      if (message.kind === 'notification') {
        upstream.notify(message.method, raw);
        response.writeHead(202).end();
        return;
      }
      const isCall = message.kind === 'invalid' || message.method === 'tools/call';
      const { id } = message;
      const stream = openAnswerStream(exchange, {});
      const pass = {
        onMessage: (said: UpstreamMessage) => {
          if (said.kind === 'notification') stream.send(rawCall(null, said.method, said.params));
          // A request without a session has nobody to ask: `input_required` is this era's way.
          else said.respond('error', '{"code":-32601,"message":"The client speaks 2026-07-28"}');
        },
        ...(id === null ? {} : { clientId: JSON.stringify(id) }),
        headers: paramHeaders(exchange),
      };
      if (isCall) {
        const params = message.kind === 'invalid' ? message.call?.params : message.params;
        const meta = isJsonObject(params) && isJsonObject(params._meta) ? params._meta : {};
        const version = meta[versionKey];
        const bridge = bridgeOf(request);
        const scope =
          bridge === null
            ? `${connection.id}\n${server}\n${JSON.stringify(meta[CLIENT_INFO_META_KEY] ?? null)}`
            : `${connection.id}\n${server}\nstdio ${bridge.session}`;
        const call = receivedCall(
          exchange,
          {
            params,
            request:
              message.id === null ? null : requestKey(scope, message.id, body, bridge === null),
            signal: gone.signal,
            evidence: (said) => ({
              clientInfo: said[CLIENT_INFO_META_KEY],
              transportSession: null,
              protocolVersion: typeof version === 'string' ? version : null,
            }),
          },
          gaps,
        );
        const session = modern(upstream);
        const named = { ...call, server, params: raw ?? '{}', session, pass };
        const { text: answer, streamed } = await callText(options, named, id, '2026');
        const status = message.kind === 'invalid' ? statusOf(message.error) : 200;
        stream.finish(answer, { status, streamed });
        return;
      }
      const { method } = message;
      if (method === 'server/discover') {
        try {
          const result = discoverResult(await upstream.open());
          sendJson(
            response,
            200,
            `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`,
          );
        } catch (error) {
          const words = error instanceof Error ? error.message : String(error);
          sendError(response, 200, { code: rpcCode.internal, message: words }, message.id);
        }
        return;
      }
      const answer = await passOn(options, server, modern(upstream), method, raw, {
        ...pass,
        signal: gone.signal,
      });
      const said = answerText(server, answer, message.id);
      stream.finish(said.text, said);
    },
  };
}

/** Stands for a session that there is no room for: each call fails in words, and leaves its row. */
function noSeat(error: unknown): Pick<UpstreamSession, 'request' | 'notify' | 'open'> {
  const why = error instanceof Error ? error.message : String(error);
  return {
    request: async () => ({ kind: 'failed', reason: 'down', why }),
    notify: () => undefined,
    open: () => Promise.reject(error),
  };
}

/** The session, with what 2026-07-28 requires of results put into those of a 2025 server. */
function modern(upstream: Pick<UpstreamSession, 'request'>): Pick<UpstreamSession, 'request'> {
  return {
    async request(method, params, more) {
      const answer: UpstreamAnswer = await upstream.request(method, params, more);
      return answer.kind === 'result'
        ? { ...answer, raw: modernResult(method, answer.raw, answer.value) }
        : answer;
    },
  };
}

/** Why the headers do not say what the body says; null: they do. */
function wrongHeaders({ request, message }: PostedExchange): string | null {
  if (message.kind !== 'request' && message.kind !== 'notification') return null;
  const header = (name: string) => headerOf(request, name) ?? undefined;
  const version = header('mcp-protocol-version');
  const method = header('mcp-method');
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    body: message.raw,
    ...(version === undefined ? {} : { protocolVersionHeader: version }),
    ...(method === undefined ? {} : { mcpMethodHeader: method }),
  });
  if (outcome.kind !== 'modern') {
    return 'Header mismatch: MCP-Protocol-Version, Mcp-Method and the envelope in _meta must agree';
  }
  const claim = modernClaim(message.method, message.params);
  const wanted = claim === null ? null : modernHeaders(message.method, claim);
  const name = wanted?.['mcp-name'];
  if (name === undefined) return null;
  return header('mcp-name') === name || header('mcp-name') === claim?.name
    ? null
    : 'Header mismatch: Mcp-Name must repeat the name in the body';
}

/** `Mcp-Param-…` headers are the server's to read: they go on with the call. */
function paramHeaders({ request }: PostedExchange): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      name.startsWith('mcp-param-') && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
