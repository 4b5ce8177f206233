import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord, parseRecord } from '../wire/json-rpc.ts';
import { postHeaders } from '../wire/mcp-headers.ts';
import type { CoreFinder } from './core-finder.ts';
import type { CoreAddress } from './endpoint-file.ts';
import { exchange } from './exchange.ts';
import { type BridgeIdentity, baseHeaders, sessionHeaders } from './headers.ts';

/** A 2025 session at one core. */
export interface Session {
  /** 1 is the one that the client opened; each later `initialize`, replayed or not, makes the next. */
  readonly generation: number;
  /** `Mcp-Session-Id`; null where the endpoint gave none. */
  readonly id: string | null;
  readonly version: string;
  readonly pid: number;
}

export interface SessionsOptions {
  readonly finder: CoreFinder;
  readonly identity: BridgeIdentity;
  readonly signal: AbortSignal;
  /** A message that the endpoint sent unasked, on the session's own stream. */
  readonly onMessage: (text: string, session: Session) => void;
  readonly log: (line: string) => void;
}

export interface Sessions {
  current(): Session | null;
  /** The client's own `initialize` was answered. */
  opened(opening: {
    readonly body: Buffer;
    readonly core: CoreAddress;
    readonly id: string | null;
    readonly version: string;
  }): void;
  /** The client said `notifications/initialized`: from now on the endpoint may speak unasked. */
  listen(): void;
  /**
   * The session to use at this core, made anew where the core has none of ours; null where the client
   * never initialised. @throws Error where the core refuses the replay
   */
  ready(core: CoreAddress): Promise<Session | null>;
  /** The core does not know this session any more. */
  lost(session: Session): void;
  /** Tells the core that the session is over. */
  close(core: CoreAddress | null): Promise<void>;
}

const firstPauseMs = 100;
const longestPauseMs = 2000;
const closeLimitMs = 500;

/** Keeps the 2025 session of one client, over restarts of the core. */
export function createSessions(options: SessionsOptions): Sessions {
  const { finder, identity, log } = options;
  let current: Session | null = null;
  let isLost = false;
  let initialize: Buffer | null = null;
  let generation = 0;
  let wantsStream = false;
  let replaying: Promise<Session> | null = null;
  let stream = new AbortController();

  const open = (core: CoreAddress, id: string | null, version: string): Session => {
    generation += 1;
    stream.abort();
    stream = new AbortController();
    isLost = false;
    current = { generation, id, version, pid: core.pid };
    if (wantsStream) startStream(current);
    return current;
  };

  const replay = async (core: CoreAddress, opening: Buffer): Promise<Session> => {
    const id = `inkwatch-replay-${generation + 1}`;
    const message = { ...parseRecord(opening.toString('utf8')), id };
    let sessionId: string | null = null;
    let answer: Readonly<Record<string, unknown>> | null = null;
    const end = await exchange({
      url: core.url,
      method: 'POST',
      headers: { ...baseHeaders(core, identity), ...postHeaders },
      body: Buffer.from(JSON.stringify(message)),
      lane: 'control',
      signal: options.signal,
      onHeaders: (headers) => {
        sessionId = headerOf(headers['mcp-session-id']);
      },
      onMessage: (text) => {
        const parsed = parseRecord(text);
        if (parsed?.id === id) answer = parsed;
      },
    });
    const version = versionOf(answer);
    if (version === null) {
      throw new Error(`Inkwatch did not take up the session again (${JSON.stringify(end)})`);
    }
    const session = open(core, sessionId, version);
    await exchange({
      url: core.url,
      method: 'POST',
      headers: { ...baseHeaders(core, identity), ...postHeaders, ...sessionHeaders(session) },
      body: Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}'),
      lane: 'control',
      signal: options.signal,
      onMessage: () => {},
    });
    log(`took up the session again at the Inkwatch with pid ${core.pid}`);
    return session;
  };

  const ready = async (core: CoreAddress): Promise<Session | null> => {
    if (current === null || initialize === null) return null;
    if (current.pid === core.pid && !isLost) return current;
    replaying ??= replay(core, initialize).finally(() => {
      replaying = null;
    });
    return replaying;
  };

  /** Holds the GET stream open; after a restart of the core it takes up the session by itself. */
  const keepStream = async (session: Session, signal: AbortSignal): Promise<void> => {
    let pause = firstPauseMs;
    let lastEventId: string | null = null;
    while (!signal.aborted) {
      const core = await finder.look();
      if (core !== null && core.pid !== session.pid) {
        await ready(core);
        return;
      }
      if (core !== null) {
        const started = Date.now();
        const end = await exchange({
          url: core.url,
          method: 'GET',
          headers: {
            ...baseHeaders(core, identity),
            ...sessionHeaders(session),
            accept: 'text/event-stream',
            ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
          },
          lane: 'stream',
          signal,
          onMessage: (text, eventId) => {
            lastEventId = eventId;
            options.onMessage(text, session);
          },
        });
        // 409: the last stream is not cleared away yet. Any other refusal is for good (405: no stream).
        if (end.kind === 'status' && end.status !== 409 && end.status < 500) return;
        if (Date.now() - started > longestPauseMs) pause = firstPauseMs;
      }
      await sleep(pause, undefined, { signal, ref: false });
      pause = Math.min(pause * 2, longestPauseMs);
    }
  };

  const startStream = (session: Session): void => {
    const { signal } = stream;
    keepStream(session, AbortSignal.any([signal, options.signal])).catch((error: unknown) => {
      if (!signal.aborted && !options.signal.aborted) log(`the session's stream: ${error}`);
    });
  };

  const end = async (session: Session, core: CoreAddress): Promise<void> => {
    if (session.id === null) return;
    await exchange({
      url: core.url,
      method: 'DELETE',
      headers: { ...baseHeaders(core, identity), ...sessionHeaders(session) },
      lane: 'control',
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(closeLimitMs)]),
      onMessage: () => {},
    });
  };

  return {
    current: () => current,
    opened({ body, core, id, version }) {
      const before = current;
      // A client that begins anew (a window was reloaded) begins a new run.
      if (before !== null) identity.session = randomUUID();
      initialize = body;
      wantsStream = false;
      open(core, id, version);
      if (before !== null && before.pid === core.pid) void end(before, core);
    },
    listen() {
      if (wantsStream || current === null) return;
      wantsStream = true;
      startStream(current);
    },
    ready,
    lost(session) {
      if (session === current) isLost = true;
    },
    async close(core) {
      stream.abort();
      if (current !== null && core !== null && core.pid === current.pid && !isLost) {
        await end(current, core);
      }
    },
  };
}

/** A header that Node gives once as text. */
export function headerOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** The protocol version that an answer to `initialize` settled on; null: it was refused. */
export function versionOf(answer: Readonly<Record<string, unknown>> | null): string | null {
  const result = answer?.result;
  return isRecord(result) && typeof result.protocolVersion === 'string'
    ? result.protocolVersion
    : null;
}
