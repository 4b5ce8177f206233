import { setTimeout as sleep } from 'node:timers/promises';
import { cutCharacters, visibleLine } from '../../../shared/text.ts';
import type { RequestOptions, UpstreamAnswer, UpstreamMessage } from './answers.ts';
import { type Connection, changes, connect, type Opening, serverOf } from './connect.ts';
import type { Hello } from './era.ts';
import type { Health } from './health.ts';
import { hearChanges } from './hear-changes.ts';
import { capital, UpstreamError } from './link.ts';
import type { OpenChannel } from './open-channel.ts';
import type { SetUp } from './set-up.ts';
import { unlessAborted } from './unless-aborted.ts';

/** A client's own place at one server. It outlives the server's crashes: it is opened again when asked. */
export interface UpstreamSession {
  /** Opens it where it is not open. @throws UpstreamError in words, with the server's own error if it gave one. */
  open(): Promise<Opening>;
  /** What the server said when it was opened last; null: it is not open. */
  opening(): Opening | null;
  /**
   * `params` is JSON text, passed on to the byte. Opens it where it is not open. Never rejects, and never
   * sends twice what may have been carried out.
   */
  request(method: string, params: string | null, options?: RequestOptions): Promise<UpstreamAnswer>;
  /** Dropped where it is not open. */
  notify(method: string, params: string | null): void;
  /** Requests without an answer yet. */
  running(): number;
  /** Milliseconds since it was used last. */
  idleMs(): number;
  /** Ends it; what still runs is unknown. */
  close(): Promise<void>;
}

/** One session, until it is closed here, by its holder or to make room. */
export interface Seat extends UpstreamSession {
  isClosed(): boolean;
}

export interface SeatOptions {
  readonly hello: Hello;
  readonly setUp: SetUp;
  readonly health: Health;
  readonly channel: OpenChannel;
  readonly connectTimeoutMs: number;
  readonly callTimeoutMs: number;
  readonly onMessage: (message: UpstreamMessage) => void;
  /** What the server said beside the protocol last; empty: nothing. */
  readonly lastNote: () => string;
  readonly redact: (text: string) => string;
  /** True: it is opened again by itself, and `initialized` is said at once, since no client says it. */
  readonly isShared: boolean;
  readonly onClosed: () => void;
}

/** How long a request waits for a server that is about to be tried again, ms. */
const longestWaitMs = 5000;
const stopped = 'it was stopped';

export function createSeat(options: SeatOptions): Seat {
  const { health, hello, isShared, redact, setUp } = options;
  const over = new AbortController();
  let connection: Connection | null = null;
  let opening: Promise<Connection> | null = null;
  let openedAt = 0;
  let usedAt = performance.now();
  let retry: NodeJS.Timeout | null = null;

  const words = (error: unknown): string =>
    cutCharacters(visibleLine(redact(error instanceof Error ? error.message : String(error))), 500);

  const withNote = (why: string): string => {
    const note = options.lastNote();
    return note === '' || why.includes(note) ? why : `${why} (it said last: ${note.slice(0, 200)})`;
  };

  const retryLater = (): void => {
    if (!isShared || over.signal.aborted || retry !== null) return;
    const may = health.mayOpen();
    if (may.kind === 'never') return;
    retry = setTimeout(
      () => {
        retry = null;
        void ensure().catch(() => {});
      },
      may.kind === 'wait' ? may.ms : 0,
    );
    retry.unref();
  };

  const onEnd = (why: string, channel: Connection['session']): void => {
    if (connection === null || connection.session !== channel) return;
    const { session, link } = connection;
    connection = null;
    session.end(why);
    const life = { pid: link.pid, ms: performance.now() - openedAt, answers: session.answered() };
    health.ended(withNote(words(capital(why))), life);
    void link.close();
    retryLater();
  };

  const drop = (gone: Connection, why: string): void => {
    if (connection !== gone) return;
    connection = null;
    gone.session.end(why);
    void gone.link.close();
    health.closed(gone.link.pid);
  };

  const attempt = (older: boolean): Promise<Connection> =>
    connect({
      hello,
      eras: older ? { legacy: null, modern: false } : health.eras,
      timeoutMs: options.connectTimeoutMs,
      open: () =>
        options.channel.open(
          {
            onMessage: options.onMessage,
            onEnd,
            onTrouble: (why) => health.trouble(words(capital(why))),
            onAnswered: health.fine,
            signal: over.signal,
          },
          older,
        ),
    });

  /** How a server of 2024-11-05 refuses a message posted to its stream's address, as 2025-03-26 says. */
  const mayBeOlder = (error: unknown): boolean =>
    options.channel.mayBeOlder &&
    error instanceof UpstreamError &&
    error.status !== null &&
    [400, 404, 405, 406, 415].includes(error.status);

  const openNow = async (): Promise<Connection> => {
    const may = health.mayOpen();
    if (may.kind === 'never') throw new UpstreamError(may.why);
    if (may.kind === 'wait') {
      if (may.ms > longestWaitMs) {
        const seconds = Math.ceil(may.ms / 1000);
        throw new UpstreamError(`${may.why}. It is tried again in ${seconds} s`);
      }
      await sleep(may.ms, undefined, { signal: over.signal }).catch(() => {});
    }
    if (over.signal.aborted) throw new UpstreamError(stopped);
    health.opening();
    let made: Connection;
    try {
      made = await attempt(false).catch((error: unknown) =>
        mayBeOlder(error)
          ? attempt(true).catch(() => Promise.reject(error))
          : Promise.reject(error),
      );
    } catch (error) {
      if (over.signal.aborted) health.gaveUp();
      else health.failed(withNote(words(error)));
      const raw = error instanceof UpstreamError && error.raw !== null ? { raw: error.raw } : {};
      throw new UpstreamError(withNote(words(error)), raw);
    }
    health.opened({
      version: made.opening.version,
      server: serverOf(made.opening),
      pid: made.link.pid,
    });
    openedAt = performance.now();
    connection = made;
    if (over.signal.aborted) {
      drop(made, stopped);
      throw new UpstreamError(stopped);
    }
    const ended = made.session.over();
    if (ended !== null) {
      // It answered and ended at once, before anybody held this connection.
      onEnd(ended, made.session);
      throw new UpstreamError(withNote(words(capital(ended))));
    }
    begin(made);
    return made;
  };

  const tell = (method: string): void => {
    options.onMessage({ kind: 'notification', method, params: null, value: {} });
  };

  /** Says again what this client had said before the server was lost. */
  const begin = (to: Connection): void => {
    if (to.opening.era === 'modern') {
      if (isShared) void hearChanges(to, () => connection === to, over.signal);
      return;
    }
    if (!setUp.isInitialized) return;
    to.link.listen();
    to.notify('notifications/initialized', null);
    for (const { method, params } of setUp.all()) void to.request(method, params, {});
    // Another life may have other lists, and nobody else will tell the client.
    if (setUp.wasOpen) for (const method of changes(to.opening)) tell(method);
    setUp.wasOpen = true;
  };

  const ensure = (): Promise<Connection> => {
    if (connection !== null) return Promise.resolve(connection);
    if (over.signal.aborted) return Promise.reject(new UpstreamError(stopped));
    opening ??= openNow().finally(() => {
      opening = null;
      if (connection === null) retryLater();
    });
    return opening;
  };

  const failed = (error: unknown): UpstreamAnswer => ({
    kind: 'failed',
    reason: 'down',
    why: words(error),
  });

  const ask = async (
    method: string,
    params: string | null,
    more: RequestOptions,
  ): Promise<UpstreamAnswer> => {
    let to = connection;
    if (to === null) {
      const opened = await unlessAborted(ensure(), more.signal).catch((error: unknown) => ({
        error,
      }));
      if ('error' in opened) {
        return more.signal?.aborted === true
          ? {
              kind: 'failed',
              reason: 'cancelled',
              why: 'the client cancelled it before it was sent',
            }
          : failed(opened.error);
      }
      to = opened;
    }
    const answer = await to.request(method, params, more);
    if (answer.kind === 'failed' && answer.reason === 'session-lost') drop(to, answer.why);
    // Nobody there: its session is gone with it. Pipes tell their end themselves.
    if (answer.kind === 'failed' && answer.reason === 'down' && to.link.pid === null) {
      onEnd(answer.why, to.session);
    }
    if (answer.kind === 'unknown' && answer.reason === 'cut' && to.link.pid === null) {
      health.trouble(words(capital(answer.why)));
    }
    return answer;
  };

  return {
    async open() {
      const { opening } = await ensure();
      usedAt = performance.now();
      return opening;
    },
    opening: () => connection?.opening ?? null,
    async request(method, params, more = {}) {
      usedAt = performance.now();
      let answer = await ask(method, params, more);
      if (answer.kind === 'failed' && answer.reason === 'session-lost') {
        // It is opened again once. What changes something is not sent again, though it was not run:
        // the gateway repeats no call by itself (case h01).
        if (more.isRead === true) answer = await ask(method, params, more);
        else void ensure().catch(() => {});
      }
      setUp.remember(method, params, answer);
      usedAt = performance.now();
      return answer;
    },
    notify(method, params) {
      if (method === 'notifications/initialized') {
        if (setUp.isInitialized) return;
        setUp.isInitialized = true;
        if (connection !== null) begin(connection);
        return;
      }
      connection?.notify(method, params);
    },
    isClosed: () => over.signal.aborted,
    running: () => connection?.session.running() ?? 0,
    idleMs: () => performance.now() - usedAt,
    async close() {
      if (over.signal.aborted) return;
      over.abort();
      if (retry !== null) clearTimeout(retry);
      const was = connection;
      connection = null;
      if (was !== null) {
        was.session.end(stopped);
        await was.link.close();
        health.closed(was.link.pid);
      }
      await opening?.catch(() => {});
      options.onClosed();
    },
  };
}
