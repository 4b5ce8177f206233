import type { ServerRoute } from '../../mcp/http/endpoint.ts';
import type { Exchange } from '../../mcp/http/exchange.ts';
import { isModern } from '../../mcp/http/modern-route.ts';
import { sendError } from '../../mcp/http/reply.ts';
import { rpcCode } from '../../mcp/json-rpc.ts';
import type { GapRuns } from '../../mcp/runs.ts';
import type { UpstreamSession } from '../upstreams/seat.ts';
import type { Upstreams } from '../upstreams/upstreams.ts';
import { createClientSessions } from './client-sessions.ts';
import type { ServerDesk } from './serve-request.ts';
import { createUpstreamSessionRoute } from './session-route.ts';
import { createUpstreamStatelessRoute } from './stateless-route.ts';

export interface GatewayRouteOptions extends ServerDesk {
  readonly upstreams: Upstreams;
  readonly gaps: GapRuns;
  readonly ownMark: string;
  readonly onError: (error: unknown) => void;
}

/** `/mcp/<server>`: one server behind the gateway, as if a client were connected to it. */
export type GatewayRoute = ServerRoute;

export function createGatewayRoute(options: GatewayRouteOptions): GatewayRoute {
  const { upstreams, onError } = options;
  const sessions = createClientSessions(onError);
  /** Stateless calls of one connection share a session at the server. */
  const seats = new Map<string, UpstreamSession>();

  const seatFor = (connectionId: string, server: string): UpstreamSession => {
    const key = JSON.stringify([connectionId, server]);
    const known = seats.get(key);
    if (known !== undefined) return known;
    const made = upstreams.open(
      server,
      {
        era: 'modern',
        clientInfo: '{"name":"inkwatch","version":""}',
        capabilities: '{}',
        initialize: null,
      },
      (message) => {
        // Nobody holds a stream of this session: what belongs to a request came with it.
        if (message.kind === 'request') {
          message.respond(
            'error',
            '{"code":-32601,"message":"No client stands behind this session"}',
          );
        } else if (message.method === 'notifications/tools/list_changed')
          options.book.forget(server);
      },
    );
    seats.set(key, made);
    return made;
  };

  const sessionRoute = createUpstreamSessionRoute({ ...options, sessions });
  const statelessRoute = createUpstreamStatelessRoute({ ...options, seatFor });

  /** Answers by itself where there is no such server. */
  const isKnown = ({ response }: Exchange, server: string): boolean => {
    if (upstreams.config(server) !== null) return true;
    const message = `Not found: there is no server named "${server}" behind this gateway`;
    sendError(response, 404, { code: rpcCode.transport, message });
    return false;
  };

  return {
    async post(exchange, server) {
      if (!isKnown(exchange, server)) return;
      await (isModern(exchange)
        ? statelessRoute.post(exchange, server)
        : sessionRoute.post(exchange, server));
    },
    async other(exchange, server) {
      if (isKnown(exchange, server)) sessionRoute.other(exchange, server);
    },
    ownMark: options.ownMark,
    evidence: sessionRoute.evidence,
    has: (server, name) => options.book.tools(server)?.some((tool) => tool.name === name) ?? false,
    async refuse(call, server) {
      if (upstreams.config(server) === null) return;
      await options.desk.serve({ ...call, server, params: '{}', session: nobodyThere, pass: {} });
    },
    end(connection) {
      sessions.endWhere((session) => session.connection.id === connection.id);
      for (const [key, seat] of seats) {
        if ((JSON.parse(key) as readonly string[])[0] !== connection.id) continue;
        seats.delete(key);
        void seat.close().catch(onError);
      }
    },
    async close() {
      await Promise.allSettled([
        sessions.close(),
        ...[...seats.values()].map((seat) => seat.close()),
      ]);
    },
  };
}

/** Stands where a call is refused before any server hears of it. */
const nobodyThere = {
  request: async () => ({ kind: 'failed', reason: 'refused', why: 'it was refused' }) as const,
};
