import type { OutgoingHttpHeaders } from 'node:http';
import { openAnswerStream } from '../../mcp/http/answer-stream.ts';
import { type Exchange, headerOf, type PostedExchange, statusOf } from '../../mcp/http/exchange.ts';
import { receivedCall } from '../../mcp/http/received-call.ts';
import { sendError, sendJson } from '../../mcp/http/reply.ts';
import { type RequestId, rpcCode } from '../../mcp/json-rpc.ts';
import type { GapRuns } from '../../mcp/runs.ts';
import { requestKey } from '../../mcp/tool-call.ts';
import { rawAt } from '../../wire/raw-json.ts';
import { UpstreamError } from '../upstreams/link.ts';
import type { Upstreams } from '../upstreams/upstreams.ts';
import { type ClientSession, type ClientSessions, makeClientSession } from './client-sessions.ts';
import { initializeResult } from './modern-result.ts';
import { answerText, callText, passOn, type ServerDesk } from './serve-request.ts';

export interface SessionRouteOptions extends ServerDesk {
  readonly upstreams: Upstreams;
  readonly sessions: ClientSessions;
  readonly gaps: GapRuns;
}

/** Serves one server behind the gateway to clients of the 2025 era, as the server itself would. */
export interface UpstreamSessionRoute {
  /** What is known of the client whose session this request names; null: it names none that lives. */
  evidence(exchange: Exchange, server: string): ReturnType<typeof evidenceOf> | null;
  post(exchange: PostedExchange, server: string): Promise<void>;
  /** GET (what the server says unasked) and DELETE (the session's end). */
  other(exchange: Exchange, server: string): void;
}

type Request = Extract<PostedExchange['message'], { kind: 'request' }>;

const sessionHeader = (session: ClientSession): OutgoingHttpHeaders => ({
  'Mcp-Session-Id': session.id,
});

export function createUpstreamSessionRoute(options: SessionRouteOptions): UpstreamSessionRoute {
  const { upstreams, sessions, gaps } = options;

  const sessionOf = (exchange: Exchange, server: string, id: RequestId | null) => {
    const { request, response, connection } = exchange;
    const named = headerOf(request, 'mcp-session-id');
    if (named === null) {
      const message = 'Bad request: the Mcp-Session-Id header is required';
      sendError(response, 400, { code: rpcCode.transport, message }, id);
      return null;
    }
    const session = sessions.find(named, server, connection);
    if (session === null) {
      const message = 'Session not found: initialize again';
      sendError(response, 404, { code: rpcCode.sessionNotFound, message }, id);
    }
    return session;
  };

  const initialize = async (exchange: PostedExchange, server: string, message: Request) => {
    const { response, connection, body } = exchange;
    const text = body.toString('utf8');
    const raw = rawAt(text, 'params') ?? '{}';
    const { id, params } = message;
    let session: ReturnType<typeof makeClientSession> | null = null;
    try {
      const made = makeClientSession(
        { server, connection, clientInfo: params.clientInfo },
        (onMessage) =>
          upstreams.open(
            server,
            {
              era: 'legacy',
              clientInfo: rawAt(raw, 'clientInfo') ?? '{}',
              capabilities: rawAt(raw, 'capabilities') ?? '{}',
              initialize: raw,
            },
            onMessage,
          ),
        () => options.book.forget(server),
      );
      session = made;
      response.once('close', () => {
        // A client that gave up while the server was starting never learns the session's name.
        if (!response.writableFinished) sessions.end(made);
      });
      const opening = await made.upstream.open();
      if (response.destroyed) return;
      made.protocolVersion = opening.version;
      sessions.add(made);
      const result = initializeResult(opening);
      const answer = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
      sendJson(response, 200, answer, sessionHeader(made));
    } catch (error) {
      if (session !== null) sessions.end(session);
      const own = error instanceof UpstreamError ? error.raw : null;
      if (own !== null) {
        sendJson(response, 200, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${own}}`);
        return;
      }
      const words = error instanceof Error ? error.message : String(error);
      sendError(response, 200, { code: rpcCode.internal, message: words }, id);
    }
  };

  const serve = async (exchange: PostedExchange, session: ClientSession, message: Request) => {
    const { body } = exchange;
    const { id, method, params } = message;
    const stream = openAnswerStream(exchange, sessionHeader(session));
    const abort = new AbortController();
    const isFirst = !session.running.has(id);
    if (isFirst) session.running.set(id, { abort, stream });
    const raw = rawAt(body.toString('utf8'), 'params');
    const pass = {
      onMessage: (said: Parameters<ClientSession['hear']>[0]) => session.hear(said, stream),
      clientId: JSON.stringify(id),
    };
    try {
      if (method === 'tools/call') {
        const call = receivedCall(
          exchange,
          {
            params,
            request: requestKey(session.id, id, body, false),
            signal: abort.signal,
            evidence: () => evidenceOf(session),
          },
          gaps,
        );
        const { server, upstream } = session;
        const named = { ...call, server, params: raw ?? '{}', session: upstream, pass };
        const said = await callText(options, named, id);
        stream.finish(said.text, said);
        return;
      }
      const answer = await passOn(options, session.server, session.upstream, method, raw, {
        ...pass,
        signal: abort.signal,
      });
      const said = answerText(session.server, answer, id);
      stream.finish(said.text, said);
    } finally {
      if (isFirst) session.running.delete(id);
      session.usedAt = performance.now();
    }
  };

  const refuseCall = async (
    exchange: PostedExchange,
    session: ClientSession,
    message: Extract<PostedExchange['message'], { kind: 'invalid' }>,
  ) => {
    const call = receivedCall(
      exchange,
      {
        params: message.call?.params,
        request: null,
        signal: null,
        evidence: () => evidenceOf(session),
      },
      gaps,
    );
    const { server, upstream } = session;
    const named = { ...call, server, params: '{}', session: upstream, pass: {} };
    const { text } = await callText(options, named, message.id);
    sendJson(exchange.response, statusOf(message.error), text, sessionHeader(session));
  };

  return {
    evidence({ request, connection }, server) {
      const session = sessions.find(headerOf(request, 'mcp-session-id') ?? '', server, connection);
      return session === null ? null : evidenceOf(session);
    },
    async post(exchange, server) {
      const { request, response, message, body } = exchange;
      const named = headerOf(request, 'mcp-session-id');
      if (named === null && message.kind === 'request' && message.method === 'initialize') {
        await initialize(exchange, server, message);
        return;
      }
      const id = message.kind === 'request' || message.kind === 'invalid' ? message.id : null;
      const session = sessionOf(exchange, server, id);
      if (session === null) return;
      switch (message.kind) {
        case 'request':
          if (message.method === 'initialize') {
            const text = 'Invalid request: this session is already initialized';
            sendError(response, 400, { code: rpcCode.invalidRequest, message: text }, id);
            return;
          }
          await serve(exchange, session, message);
          return;
        case 'notification': {
          if (message.method === 'notifications/cancelled') {
            session.running.get(message.params.requestId as RequestId)?.abort.abort();
          } else {
            session.upstream.notify(message.method, rawAt(body.toString('utf8'), 'params'));
          }
          response.writeHead(202).end();
          return;
        }
        case 'response': {
          const text = body.toString('utf8');
          const answered = rawAt(text, 'id');
          const result = rawAt(text, 'result');
          const error = rawAt(text, 'error');
          if (answered !== null && result !== null) session.answer(answered, 'result', result);
          else if (answered !== null && error !== null) session.answer(answered, 'error', error);
          response.writeHead(202).end();
          return;
        }
        case 'invalid':
          await refuseCall(exchange, session, message);
          return;
      }
    },
    other(exchange, server) {
      const { request, response } = exchange;
      const session = sessionOf(exchange, server, null);
      if (session === null) return;
      if (request.method === 'DELETE') {
        sessions.end(session);
        response.writeHead(200).end();
        return;
      }
      session.stream.hold(response, sessionHeader(session));
    },
  };
}

function evidenceOf(session: ClientSession) {
  return {
    clientInfo: session.clientInfo,
    transportSession: session.id,
    protocolVersion: session.protocolVersion,
  };
}
