import type { IncomingMessage } from 'node:http';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { type RequestId, rpcCode } from '../json-rpc.ts';
import type { GapRuns } from '../runs.ts';
import { type Session, type Sessions, takenInitialize } from '../sessions.ts';
import { answerBody, type CallDesk, requestKey, type ToolCall } from '../tool-call.ts';
import { openAnswerStream } from './answer-stream.ts';
import { type Exchange, headerOf, type PostedExchange, statusOf } from './exchange.ts';
import { receivedCall } from './received-call.ts';
import { sendError, sendJson } from './reply.ts';

export interface SessionRouteOptions {
  readonly sessions: Sessions;
  readonly desk: CallDesk;
  readonly gaps: GapRuns;
}

/** Serves the 2025 era: one session per `initialize`, named by `Mcp-Session-Id` from then on. */
export interface SessionRoute {
  post(exchange: PostedExchange): Promise<void>;
  /** GET (the stream of a session) and DELETE (its end). */
  other(exchange: Exchange): Promise<void>;
}

type Request = Extract<PostedExchange['message'], { kind: 'request' }>;

/** What a session knows of every call in it. */
export interface SessionEvidence {
  readonly clientInfo: unknown;
  readonly transportSession: string | null;
  readonly protocolVersion: string | null;
}

export function evidenceOf(session: Session): SessionEvidence {
  return {
    clientInfo: session.clientInfo,
    transportSession: session.id(),
    protocolVersion: session.protocolVersion(),
  };
}

export function createSessionRoute({ sessions, desk, gaps }: SessionRouteOptions): SessionRoute {
  /** The live session that the request names; answers by itself where there is none. */
  const sessionOf = (exchange: Exchange, id: RequestId | null): Session | null => {
    const named = headerOf(exchange.request, 'mcp-session-id');
    if (named === null) {
      const message = 'Bad request: the Mcp-Session-Id header is required';
      sendError(exchange.response, 400, { code: rpcCode.transport, message }, id);
      return null;
    }
    const session = sessions.find(named, exchange.connection);
    if (session === null) {
      const message = 'Session not found: initialize again';
      sendError(exchange.response, 404, { code: rpcCode.sessionNotFound, message }, id);
    }
    return session;
  };

  const callOf = (
    exchange: PostedExchange,
    session: Session,
    params: unknown,
    id: RequestId | null,
  ): ToolCall =>
    receivedCall(
      exchange,
      {
        params,
        request: id === null ? null : requestKey(session.id(), id, exchange.body, false),
        signal: id === null ? null : (session.running.get(id)?.signal ?? null),
        evidence: () => evidenceOf(session),
      },
      gaps,
    );

  const answerDirectly = async (
    exchange: PostedExchange,
    session: Session,
    call: ToolCall,
    id: RequestId | null,
    status: number,
  ) => {
    const answer = await desk.serve(call);
    sendJson(exchange.response, status, answerBody(answer, id), { 'Mcp-Session-Id': session.id() });
  };

  const initialize = async (exchange: PostedExchange) => {
    const { request, response, connection, message } = exchange;
    if (message.kind !== 'request') return;
    const session = await sessions.open(connection, message.params.clientInfo);
    await session.transport.handleRequest(
      request,
      response,
      takenInitialize(message.raw, message.params),
    );
  };

  /**
   * A call does not take the way through the SDK's transport: it costs as much as everything else that a
   * write does (docs/decisions.md), and of two requests with one id it would leave the first one hanging.
   */
  const serveCall = async (exchange: PostedExchange, session: Session, message: Request) => {
    const { request, response } = exchange;
    const { id, params } = message;
    const refused = refusedHeaders(request);
    if (refused !== null) {
      sendError(
        response,
        refused.status,
        { code: rpcCode.transport, message: refused.message },
        id,
      );
      return;
    }
    const first = !session.running.has(id);
    if (first) session.running.set(id, new AbortController());
    try {
      const call = callOf(exchange, session, params, id);
      if (!desk.passesOn(call.name)) {
        await answerDirectly(exchange, session, call, id, 200);
        return;
      }
      const stream = openAnswerStream(exchange, { 'Mcp-Session-Id': session.id() });
      stream.finish(answerBody(await desk.serve({ ...call, tell: stream.send }), id));
    } finally {
      if (first) session.running.delete(id);
    }
  };

  const serveRequest = async (exchange: PostedExchange, session: Session, message: Request) => {
    const { request, response } = exchange;
    const { id, method, raw } = message;
    if (method === 'tools/call') {
      await serveCall(exchange, session, message);
      return;
    }
    if (method === 'initialize') {
      // Identity is settled once: a second client on a live session would write under the first one's name.
      const text = 'Invalid request: this session is already initialized';
      sendError(response, 400, { code: rpcCode.invalidRequest, message: text }, id);
      return;
    }
    await session.transport.handleRequest(request, response, raw);
  };

  return {
    async post(exchange) {
      const { request, response, message } = exchange;
      acceptBothForms(request);
      const named = headerOf(request, 'mcp-session-id');
      if (named === null && message.kind === 'request' && message.method === 'initialize') {
        await initialize(exchange);
        return;
      }
      const id = message.kind === 'request' || message.kind === 'invalid' ? message.id : null;
      const session = sessionOf(exchange, id);
      if (session === null) return;
      switch (message.kind) {
        case 'request':
          await serveRequest(exchange, session, message);
          return;
        case 'notification': {
          const cancelled =
            message.method === 'notifications/cancelled'
              ? session.running.get(message.params.requestId as RequestId)
              : undefined;
          if (cancelled !== undefined) {
            // Kept from the SDK, which would then never answer the request, and its connection would hang.
            cancelled.abort();
            response.writeHead(202).end();
            return;
          }
          await session.transport.handleRequest(request, response, message.raw);
          return;
        }
        case 'response':
          await session.transport.handleRequest(request, response, message.raw);
          return;
        case 'invalid': {
          const call = callOf(exchange, session, message.call?.params, id);
          await answerDirectly(exchange, session, call, id, statusOf(message.error));
          return;
        }
      }
    },
    async other(exchange) {
      const { request, response } = exchange;
      const session = sessionOf(exchange, null);
      if (session === null) return;
      session.streams += 1;
      response.once('close', () => {
        session.streams -= 1;
      });
      await session.transport.handleRequest(request, response);
    },
  };
}

/** What the SDK's transport checks on every request of a session. */
function refusedHeaders(
  request: IncomingMessage,
): { readonly status: number; readonly message: string } | null {
  const accept = request.headers.accept ?? '';
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) {
    const message = 'Not acceptable: accept both application/json and text/event-stream';
    return { status: 406, message };
  }
  const version = headerOf(request, 'mcp-protocol-version');
  if (version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return null;
  const supported = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
  return {
    status: 400,
    message: `Bad request: unsupported protocol version (supported: ${supported})`,
  };
}

/** A client that accepts anything accepts both of MCP's forms; the SDK looks for their names only. */
function acceptBothForms(request: IncomingMessage): void {
  if (!(request.headers.accept ?? '*/*').includes('*/*')) return;
  const both = 'application/json, text/event-stream';
  request.headers.accept = both;
  // The SDK's adapter reads the raw list.
  const at = request.rawHeaders.findIndex(
    (text, i) => i % 2 === 0 && text.toLowerCase() === 'accept',
  );
  if (at === -1) request.rawHeaders.push('Accept', both);
  else request.rawHeaders[at + 1] = both;
}
