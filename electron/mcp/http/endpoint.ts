import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connection, Connections } from '../connections.ts';
import { rpcCode } from '../json-rpc.ts';
import { readMessage } from '../message.ts';
import type { GapRuns } from '../runs.ts';
import { createSdkServer } from '../sdk-server.ts';
import { createSessions } from '../sessions.ts';
import type { CallDesk, ToolCall } from '../tool-call.ts';
import { type Exchange, type PostedExchange, statusOf } from './exchange.ts';
import {
  bearerToken,
  pathOf,
  type Refusal,
  refusedForm,
  refusedLoop,
  refusedPath,
  refusedRepeat,
  refusedSource,
  refusedToken,
  revokedToken,
  serverIn,
  tooManyTokens,
} from './guards.ts';
import { createModernRoute, isModern } from './modern-route.ts';
import { createOversizeAnswer } from './oversize.ts';
import { readBody, throwAway } from './read-body.ts';
import { sendError } from './reply.ts';
import { createSessionRoute, type SessionEvidence } from './session-route.ts';
import { createStrangerNote } from './stranger-note.ts';
import type { WrongTokens } from './wrong-tokens.ts';

export interface EndpointOptions {
  readonly connections: Connections;
  readonly desk: CallDesk;
  readonly version: string;
  readonly bodyLimitBytes: () => number;
  readonly toolNames: () => 'underscored' | 'dotted';
  readonly wrongTokens: WrongTokens;
  /** Another address on the same port, with a token of its own; behind the same guards against pages. */
  readonly control: {
    readonly path: string;
    handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  };
  /** Runs of clients that say nothing of theirs; the gateway's calls belong to the same ones. */
  readonly gaps: GapRuns;
  /** `/mcp/<server>`; null: there is no gateway here. */
  readonly gateway: ServerRoute | null;
  readonly onError: (error: unknown) => void;
}

/** One server behind the gateway under an address of its own. */
export interface ServerRoute {
  /** What its own requests carry: one that comes in with it is a loop. */
  readonly ownMark: string;
  post(exchange: PostedExchange, server: string): Promise<void>;
  other(exchange: Exchange, server: string): Promise<void>;
  /** What is known of the client whose session a request names; null: it names none that lives. */
  evidence(exchange: Exchange, server: string): SessionEvidence | null;
  /** Whether the server is known to have a tool of this name. */
  has(server: string, name: string): boolean;
  /** Records a call that was refused before its body was read. */
  refuse(call: ToolCall, server: string): Promise<void>;
  /** Ends the sessions that a connection opened. */
  end(connection: Connection): void;
  close(): Promise<void>;
}

/** Everything behind one address: guards, then the era that the request belongs to. */
export interface Endpoint {
  /** Answers one request; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse, port: number): Promise<void>;
  /** Ends the sessions and streams of a connection; answers that are under way still go out. */
  end(connection: Connection): void;
  /** Tells open sessions that `tools/list` answers something else now. */
  toolsChanged(): void;
  /** Ends sessions and streams. */
  close(): Promise<void>;
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { connections, desk, gaps, gateway, onError } = options;
  const makeServer = () => createSdkServer(options);
  const sessions = createSessions({ makeServer, onError });
  const sessionRoute = createSessionRoute({ sessions, desk, gaps });
  const modernRoute = createModernRoute({ makeServer, desk, gaps, onError });
  const answerOversize = createOversizeAnswer({ sessions, desk, gaps, gateway });
  const noteStranger = createStrangerNote(desk);
  const open = new Set<Exchange>();

  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    { status, message, headers }: Refusal,
  ): null => {
    sendError(response, status, { code: rpcCode.transport, message }, null, headers);
    throwAway(request);
    return null;
  };

  const admit = (request: IncomingMessage, response: ServerResponse): Exchange | null => {
    const refuseIt = (refusal: Refusal) => refuse(request, response, refusal);
    const elsewhere = refusedPath(request);
    if (elsewhere !== null) return refuseIt(elsewhere);
    const token = bearerToken(request);
    const known = token === null ? ({ kind: 'unknown' } as const) : connections.authenticate(token);
    if (known.kind !== 'known') {
      const refusal = known.kind === 'revoked' ? revokedToken : refusedToken;
      return refuseIt(options.wrongTokens.mayTryAgain() ? refusal : tooManyTokens);
    }
    const { connection } = known;
    const form =
      refusedLoop(request, gateway?.ownMark) ?? refusedForm(request) ?? refusedRepeat(request);
    if (form !== null) return refuseIt(form);
    const exchange = { request, response, connection, receivedMs: Date.now() };
    open.add(exchange);
    response.once('close', () => open.delete(exchange));
    return exchange;
  };

  const post = async (exchange: Exchange): Promise<void> => {
    const { request, response } = exchange;
    const limit = options.bodyLimitBytes();
    const body = await readBody(request, response, limit);
    switch (body.kind) {
      case 'cut':
        return;
      case 'too-large':
        answerOversize(exchange, body, limit, serverIn(request));
        return;
      case 'whole': {
        const message = readMessage(body.bytes);
        if (message.kind === 'invalid' && message.call === null) {
          sendError(response, statusOf(message.error), message.error, message.id);
          return;
        }
        const posted = { ...exchange, message, body: body.bytes };
        const server = serverIn(request);
        if (server !== null) {
          await (gateway === null ? noGateway(exchange) : gateway.post(posted, server));
          return;
        }
        await (isModern(posted) ? modernRoute.post(posted) : sessionRoute.post(posted));
        return;
      }
    }
  };

  const noGateway = async ({ response }: Exchange): Promise<void> => {
    const message = 'Not found: there is no gateway here';
    sendError(response, 404, { code: rpcCode.transport, message });
  };

  return {
    async handle(request, response, port) {
      try {
        // Host and Origin first: a page of a rebound name learns nothing, not even which paths there are.
        const stranger = refusedSource(request, port);
        if (stranger !== null) {
          noteStranger(request, stranger);
          refuse(request, response, stranger);
          return;
        }
        if (pathOf(request) === options.control.path) {
          await options.control.handle(request, response);
          return;
        }
        const exchange = admit(request, response);
        if (exchange === null) return;
        const server = serverIn(request);
        if (request.method === 'POST') await post(exchange);
        else if (server === null) await sessionRoute.other(exchange);
        else await (gateway === null ? noGateway(exchange) : gateway.other(exchange, server));
      } catch (error) {
        onError(error);
        sendError(response, 500, { code: rpcCode.internal, message: 'Internal error' });
      }
    },
    end(connection) {
      sessions.end(connection);
      gateway?.end(connection);
      for (const { connection: whose, response } of open) {
        // Everything but a stream goes out whole with its headers.
        const streams = response.headersSent && !response.writableEnded;
        if (whose.id === connection.id && streams) response.destroy();
      }
    },
    toolsChanged() {
      sessions.toolsChanged();
      modernRoute.toolsChanged();
    },
    async close() {
      await Promise.allSettled([sessions.close(), modernRoute.close(), gateway?.close()]);
    },
  };
}
