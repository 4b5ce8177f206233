import { randomUUID } from 'node:crypto';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import {
  isInitializeRequest,
  LATEST_PROTOCOL_VERSION,
  type Server,
} from '@modelcontextprotocol/server';
import type { Connection } from './connections.ts';
import { isJsonObject, type JsonObject, type RequestId } from './json-rpc.ts';

/** One 2025-era session: a server object and a transport of its own, and who opened it. */
export interface Session {
  /** Empty until `initialize` was answered. */
  id(): string;
  readonly connection: Connection;
  /** `clientInfo` of its one `initialize`, as received. Never replaced (case a07). */
  readonly clientInfo: unknown;
  readonly transport: NodeStreamableHTTPServerTransport;
  protocolVersion(): string | null;
  toolsChanged(): Promise<void>;
  /** Requests that wait for an answer. The SDK's transport would answer only the last of two with one id. */
  readonly running: Map<RequestId, AbortController>;
  /** How many streams it holds open: its client is there, however long it says nothing. */
  streams: number;
}

export interface SessionsOptions {
  readonly makeServer: () => Server;
  readonly onError: (error: unknown) => void;
  /** Monotonic milliseconds; default `performance.now`. */
  readonly clock?: () => number;
}

export interface Sessions {
  /** The live session with this id that this connection opened; null: there is none. */
  find(id: string, connection: Connection): Session | null;
  /** A session that stays only if its `initialize` is answered. */
  open(connection: Connection, clientInfo: unknown): Promise<Session>;
  toolsChanged(): void;
  /** Ends those that this connection opened. */
  end(connection: Connection): void;
  /** Ends all of them with their streams. */
  close(): Promise<void>;
}

const most = { sessions: 512, idleMs: 12 * 60 * 60_000 } as const;

export function createSessions({
  makeServer,
  onError,
  clock = () => performance.now(),
}: SessionsOptions): Sessions {
  // In order of last use: the first is the one unused longest.
  const live = new Map<string, { readonly session: Session; usedAt: number }>();

  const end = (id: string) => {
    const known = live.get(id);
    live.delete(id);
    void known?.session.transport.close().catch(onError);
  };
  type Live = { readonly session: Session; readonly usedAt: number };
  const isOver = ({ session, usedAt }: Live) =>
    session.running.size === 0 && session.streams === 0 && clock() - usedAt >= most.idleMs;
  const makeRoom = () => {
    for (const [id, known] of live) if (isOver(known)) end(id);
    // Those that only listen go last: their clients would notice.
    for (const listening of [false, true]) {
      for (const [id, { session }] of live) {
        if (live.size < most.sessions) return;
        if (session.running.size === 0 && session.streams > 0 === listening) end(id);
      }
    }
  };

  return {
    find(id, connection) {
      const known = live.get(id);
      if (known === undefined || known.session.connection.id !== connection.id) return null;
      if (isOver(known)) {
        end(id);
        return null;
      }
      known.usedAt = clock();
      live.delete(id);
      live.set(id, known);
      return known.session;
    },
    async open(connection, clientInfo) {
      makeRoom();
      const server = makeServer();
      server.onerror = onError;
      const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        // One JSON body per answer: our tools say nothing before their result.
        enableJsonResponse: true,
        onsessioninitialized: (id) => {
          live.set(id, { session, usedAt: clock() });
        },
      });
      const session: Session = {
        id: () => transport.sessionId ?? '',
        connection,
        clientInfo,
        transport,
        protocolVersion: () => server.getNegotiatedProtocolVersion() ?? null,
        toolsChanged: () => server.sendToolListChanged(),
        running: new Map(),
        streams: 0,
      };
      await server.connect(transport);
      const closed = transport.onclose;
      transport.onclose = () => {
        live.delete(session.id());
        closed?.();
      };
      return session;
    },
    toolsChanged() {
      for (const { session } of live.values()) void session.toolsChanged().catch(onError);
    },
    end(connection) {
      for (const [id, { session }] of live) if (session.connection.id === connection.id) end(id);
    },
    async close() {
      const all = [...live.values()];
      live.clear();
      await Promise.allSettled(all.map(({ session }) => session.transport.close()));
    },
  };
}

/**
 * An `initialize` that the SDK takes. Clients omit or mistype what it requires (case a08); a session
 * opens for them all the same, and the record shows an unknown client.
 */
export function takenInitialize(raw: JsonObject, params: JsonObject): JsonObject {
  const info = isJsonObject(params.clientInfo) ? params.clientInfo : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const least = {
    protocolVersion:
      typeof params.protocolVersion === 'string' ? params.protocolVersion : LATEST_PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: text(info.name), version: text(info.version) },
  };
  const whole = { ...raw, params: { ...least, capabilities: params.capabilities } };
  return isInitializeRequest(whole) ? whole : { ...raw, params: least };
}
