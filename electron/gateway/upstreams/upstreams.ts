import type { UpstreamConfig, UpstreamState } from '../../../shared/upstream.ts';
import type { UpstreamMessage } from './answers.ts';
import type { Hello } from './era.ts';
import { type RetryLimits, usualRetries } from './health.ts';
import { UpstreamError } from './link.ts';
import type { NoteLine } from './notes.ts';
import { createPlace } from './place.ts';
import { createProcesses } from './processes.ts';
import type { UpstreamSession } from './seat.ts';
import { createServer, type Server } from './server.ts';
import type { Grace } from './stdio/end-tree.ts';
import { type ServerTest, testServer } from './test-server.ts';

/** All servers behind the gateway. One that is slow, dead or mad costs the others nothing. */
export interface Upstreams {
  list(): readonly UpstreamState[];
  /** Null: there is no such server. */
  state(name: string): UpstreamState | null;
  config(name: string): UpstreamConfig | null;
  /** Takes over a configuration: what is new is added, what changed or is gone is ended. Starts nothing. */
  configure(configs: readonly UpstreamConfig[]): Promise<void>;
  /** Opens the shared session of one in the background; of all that are enabled, without a name. */
  start(name?: string): void;
  /** Ends all sessions of one; it stays stopped until `start` or `restart`. */
  stop(name: string): Promise<void>;
  restart(name: string): Promise<void>;
  /**
   * The one session that all may use: lists, stateless calls. It is opened when it is first asked, and again
   * by itself. Null: there is no such server.
   */
  shared(name: string): UpstreamSession | null;
  /**
   * A session of a client's own: with its own capabilities, its own process. It is opened by its first
   * request or by `open()`, and outlives crashes, `restart` and `configure`; the caller closes it.
   * @throws UpstreamError where there is no such server or no room.
   */
  open(name: string, hello: Hello, onMessage: (message: UpstreamMessage) => void): UpstreamSession;
  /** The last 200 lines a server said beside the protocol, oldest first, secrets redacted. */
  notes(name: string): readonly NoteLine[];
  /** Tries a configuration once, whether or not it is one of ours, and leaves nothing behind. */
  test(config: UpstreamConfig): Promise<ServerTest>;
  /** Ends everything; resolves when no process is left. */
  close(): Promise<void>;
}

export interface UpstreamsOptions {
  readonly configs?: readonly UpstreamConfig[];
  /** How Inkwatch introduces itself where no client does. */
  readonly client: { readonly name: string; readonly version: string };
  /** File in the home that says which processes run, for the next start after a `kill -9`. */
  readonly runFile: string;
  /** PATH to look commands up in; null: as this process has it. Asked once, at the first command (case h04). */
  readonly path?: () => Promise<string | null>;
  /** Puts secrets into a configuration that holds references to them; asked each time one is opened. */
  readonly reveal?: (config: UpstreamConfig) => Promise<UpstreamConfig>;
  /** Redacts what looks like a secret; those of the configuration are redacted anyway. */
  readonly redact?: (text: string) => string;
  /** Names this gateway in what it sends to this computer, so that it knows a request of its own. */
  readonly ownMark?: string;
  readonly onState?: (state: UpstreamState) => void;
  /** What a server said in its shared session: lists that changed, log messages, resources updated. */
  readonly onShared?: (name: string, message: UpstreamMessage) => void;
  readonly onError?: (error: unknown) => void;
  readonly limits?: Partial<UpstreamLimits>;
}

export interface UpstreamLimits {
  /** Processes of all servers together. */
  readonly processes: number;
  /** Sessions of clients' own, for each server. */
  readonly sessions: number;
  /** A session this long without use makes room when there is none, ms. */
  readonly idleMs: number;
  readonly retries: RetryLimits;
  readonly grace: Grace;
}

const usual = { processes: 128, sessions: 64, idleMs: 60_000, retries: usualRetries } as const;

export function createUpstreams(options: UpstreamsOptions): Upstreams {
  const limits = { ...usual, ...options.limits };
  const onError = options.onError ?? (() => {});
  const processes = createProcesses({
    runFile: options.runFile,
    path: options.path ?? (() => Promise.resolve(null)),
    most: limits.processes,
    onError,
    ...(limits.grace === undefined ? {} : { grace: limits.grace }),
  });
  const servers = new Map<string, Server>();
  const { name, version } = options.client;
  const hello: Hello = {
    era: 'legacy',
    clientInfo: JSON.stringify({ name, version }),
    capabilities: '{}',
    initialize: null,
  };
  const swept = processes.sweep().catch((error: unknown) => {
    onError(error);
    return 0;
  });

  const make = (config: UpstreamConfig): Server =>
    createServer({
      config,
      hello,
      limits,
      processes,
      // What an earlier run left must be gone before its like is started.
      reveal: async (given) => {
        await swept;
        return (await options.reveal?.(given)) ?? given;
      },
      redact: options.redact ?? ((text) => text),
      ownMark: options.ownMark ?? null,
      onState: (state) => options.onState?.(state),
      onShared: (message) => options.onShared?.(config.name, message),
    });

  for (const config of options.configs ?? []) servers.set(config.name, make(config));

  const known = (name: string): Server => {
    const server = servers.get(name);
    if (server === undefined) throw new UpstreamError(`There is no server named "${name}"`);
    return server;
  };

  return {
    list: () => [...servers.values()].map((server) => server.state()),
    state: (name) => servers.get(name)?.state() ?? null,
    config: (name) => servers.get(name)?.config ?? null,
    async configure(configs) {
      const next = new Map(configs.map((config) => [config.name, config]));
      const ended: Promise<void>[] = [];
      for (const [name, server] of servers) {
        if (JSON.stringify(next.get(name)) === JSON.stringify(server.config)) continue;
        servers.delete(name);
        ended.push(server.close());
      }
      for (const [name, config] of next) {
        if (!servers.has(name)) servers.set(name, make(config));
      }
      await Promise.all(ended);
    },
    start(name) {
      for (const server of name === undefined ? servers.values() : [known(name)]) {
        if (name !== undefined) server.allow();
        server.start();
      }
    },
    stop: (name) => known(name).stop('It was stopped by hand'),
    async restart(name) {
      const server = known(name);
      await server.stop('It is being restarted');
      server.allow();
      server.start();
    },
    shared: (name) => servers.get(name)?.shared() ?? null,
    open: (name, hello, onMessage) =>
      createPlace({ take: (setUp) => known(name).open(hello, setUp, onMessage) }),
    notes: (name) => servers.get(name)?.notes() ?? [],
    test: (config) => testServer(config, make),
    async close() {
      const all = [...servers.values()];
      servers.clear();
      await Promise.all(all.map((server) => server.close()));
      await processes.close();
    },
  };
}
