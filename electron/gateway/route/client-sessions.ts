import { randomUUID } from 'node:crypto';
import type { Connection } from '../../mcp/connections.ts';
import type { AnswerStream } from '../../mcp/http/answer-stream.ts';
import type { RequestId } from '../../mcp/json-rpc.ts';
import { rawCall } from '../../wire/raw-message.ts';
import type { UpstreamMessage } from '../upstreams/answers.ts';
import type { UpstreamSession } from '../upstreams/seat.ts';
import { createWaitingStream, type WaitingStream } from './waiting-stream.ts';

interface Running {
  readonly abort: AbortController;
  readonly stream: AnswerStream;
}

/** One client's session at one server, in the 2025 era: its own session there, with its own capabilities. */
export interface ClientSession {
  readonly id: string;
  readonly server: string;
  readonly connection: Connection;
  /** `clientInfo` of its `initialize`, as received. */
  readonly clientInfo: unknown;
  readonly protocolVersion: string | null;
  readonly upstream: UpstreamSession;
  readonly stream: WaitingStream;
  readonly running: Map<RequestId, Running>;
  /** What the server says to this client; of one request, where it is known. */
  hear(message: UpstreamMessage, of: AnswerStream | null): void;
  /** The client's answer to what the server asked; `id` is JSON text. */
  answer(id: string, part: 'result' | 'error', raw: string): void;
  usedAt: number;
}

export interface ClientSessions {
  find(id: string, server: string, connection: Connection): ClientSession | null;
  /** `made` opens it; it stays only if that succeeds. */
  add(session: ClientSession): void;
  end(session: ClientSession): void;
  endWhere(ends: (session: ClientSession) => boolean): void;
  close(): Promise<void>;
}

export type NewSession = Pick<ClientSession, 'server' | 'connection' | 'clientInfo'>;

/** A question of the server that the client never answers must not be kept for good. */
const mostAsked = 500;
const idleMs = 30 * 60_000;
const most = 512;

export function makeClientSession(
  { server, connection, clientInfo }: NewSession,
  open: (onMessage: (message: UpstreamMessage) => void) => UpstreamSession,
  onToolsChanged: () => void,
): ClientSession & { protocolVersion: string | null } {
  const stream = createWaitingStream();
  const running = new Map<RequestId, Running>();
  const asked = new Map<string, (part: 'result' | 'error', raw: string) => void>();

  const hear: ClientSession['hear'] = (message, of) => {
    if (message.method === 'notifications/tools/list_changed') onToolsChanged();
    let text: string;
    if (message.kind === 'request') {
      if (asked.size >= mostAsked) asked.delete(asked.keys().next().value ?? '');
      asked.set(message.id, message.respond);
      const { method, params, id } = message;
      const head = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}`;
      text = params === null ? `${head}}` : `${head},"params":${params}}`;
    } else {
      text = rawCall(null, message.method, message.params);
    }
    if (of?.send(text) === true) return;
    // Pipes do not say which request a question belongs to: where the client does not listen, it reads
    // the stream of what it waits for.
    if (!stream.isHeld()) {
      for (const { stream: open } of [...running.values()].toReversed()) {
        if (open.send(text)) return;
      }
    }
    stream.send(text);
  };

  return {
    id: randomUUID(),
    server,
    connection,
    clientInfo,
    protocolVersion: null,
    upstream: open((message) => hear(message, null)),
    stream,
    running,
    hear,
    answer(id, part, raw) {
      const respond = asked.get(id);
      asked.delete(id);
      respond?.(part, raw);
    },
    usedAt: performance.now(),
  };
}

export function createClientSessions(onError: (error: unknown) => void): ClientSessions {
  const live = new Map<string, ClientSession>();

  const end = (session: ClientSession): void => {
    live.delete(session.id);
    for (const { abort } of session.running.values()) abort.abort();
    session.stream.close();
    void session.upstream.close().catch(onError);
  };
  const isIdle = (session: ClientSession) =>
    session.running.size === 0 &&
    !session.stream.isHeld() &&
    performance.now() - session.usedAt > idleMs;
  const sweep = (): void => {
    for (const session of live.values()) if (isIdle(session)) end(session);
  };
  const timer = setInterval(sweep, 60_000);
  timer.unref();

  return {
    find(id, server, connection) {
      const session = live.get(id);
      if (session === undefined || session.server !== server) return null;
      if (session.connection.id !== connection.id) return null;
      session.usedAt = performance.now();
      return session;
    },
    add(session) {
      sweep();
      const oldest = [...live.values()]
        .filter(({ running }) => running.size === 0)
        .sort((a, b) => a.usedAt - b.usedAt)[0];
      if (live.size >= most && oldest !== undefined) end(oldest);
      live.set(session.id, session);
    },
    end,
    endWhere(ends) {
      for (const session of live.values()) if (ends(session)) end(session);
    },
    async close() {
      clearInterval(timer);
      const all = [...live.values()];
      for (const session of all) end(session);
      await Promise.allSettled(all.map(({ upstream }) => upstream.close()));
    },
  };
}
