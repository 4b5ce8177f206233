import { randomUUID } from 'node:crypto';
import type { Approval, ServerTest, ServerView } from '../../shared/servers.ts';
import type { UpstreamConfig } from '../../shared/upstream.ts';
import type { ReadHandle, WriteHandle } from '../db/handles.ts';
import { forgetWhole, keepWhole } from '../db/writers/upstreams.ts';
import type { Aggregate } from '../mcp/aggregate.ts';
import type { Dispatcher } from '../mcp/dispatch.ts';
import type { GapRuns } from '../mcp/runs.ts';
import { gatewayName } from '../wire/mcp-headers.ts';
import { createAggregate } from './aggregate/aggregate.ts';
import { type Approvals, createApprovals } from './approvals/approvals.ts';
import { redactText } from './capture/redact-text.ts';
import { callKind, type KindBasis } from './capture/write-or-read.ts';
import { createGatewayDesk, type GatewayDesk } from './desk/gateway-desk.ts';
import { createToolBook, type KnownTool, type ToolBook } from './desk/tool-book.ts';
import { exposedName } from './names/exposed-name.ts';
import { createGatewayRoute, type GatewayRoute } from './route/gateway-route.ts';
import { openServers, type Servers, type UpstreamSecrets } from './servers.ts';
import { shownConfig } from './shown-config.ts';
import { knownSecrets } from './upstreams/known-secrets.ts';
import { createUpstreams, type Upstreams } from './upstreams/upstreams.ts';

export interface GatewayOptions {
  readonly read: ReadHandle;
  readonly write: WriteHandle | null;
  readonly dispatcher: Pick<Dispatcher, 'dispatchWrite' | 'wouldRun'>;
  readonly gaps: GapRuns;
  readonly secrets: UpstreamSecrets;
  readonly version: string;
  /** Says which processes run, for the next start after this one was killed. */
  readonly runFile: string;
  readonly path: () => Promise<string | null>;
  /** Address of `/mcp`; null while nothing is served. */
  readonly url: () => string | null;
  /** A server was added, changed, removed, is in another state, or lists other tools. */
  readonly onChanged: (server: string) => void;
  /** Whether `/mcp` lists each tool of each server, or the router alone. */
  readonly listsAll: () => boolean;
  /** Clients of `/mcp` see other tools now. */
  readonly onToolsChanged: () => void;
  /** How long a call waits for the person's answer. */
  readonly approvalMs: () => number;
  readonly onApprovals: (waiting: readonly Approval[]) => void;
  readonly onError: (error: unknown) => void;
}

/** The person's other servers: connections, policy, records and the addresses under which clients reach them. */
export interface Gateway {
  readonly servers: Servers;
  readonly upstreams: Upstreams;
  readonly approvals: Approvals;
  readonly book: ToolBook;
  readonly desk: GatewayDesk;
  readonly route: GatewayRoute;
  readonly aggregate: Aggregate;
  view(name: string): ServerView;
  /** Brings what runs in step with what is configured. */
  reconfigure(): Promise<void>;
  test(name: string): Promise<ServerTest>;
  close(): Promise<void>;
}

const evidenceOf = {
  marked: 'person',
  claimed: 'declared',
  contradicted: 'contradicted',
  stated: 'declared-write',
  unstated: 'unannotated',
} as const satisfies Record<KindBasis, string>;

/** How long arguments and results are kept whole. */
const wholeMs = 30 * 24 * 60 * 60_000;
const tidyMs = 10 * 60_000;

export function createGateway(options: GatewayOptions): Gateway {
  const { read, write, secrets, onChanged, onError } = options;
  const servers = openServers({ read, write, secrets, onError });
  const book = createToolBook();
  const revealed = new Map<string, readonly string[]>();

  const ownMark = randomUUID();
  const upstreams = createUpstreams({
    ownMark,
    configs: servers.all().map(({ config }) => config),
    client: { name: gatewayName, version: options.version },
    runFile: options.runFile,
    path: options.path,
    reveal: async (config) => {
      const whole = await secrets.reveal(config);
      revealed.set(config.name, knownSecrets(whole));
      return whole;
    },
    redact: (text) => redactText(text),
    onState: (state) => {
      onChanged(state.name);
      // What its tools are is worth knowing before a client asks: the person decides of them.
      if (state.state === 'ready' && book.tools(state.name) === null) void learn(state.name);
    },
    onShared: (name, message) => {
      if (message.method !== 'notifications/tools/list_changed') return;
      book.forget(name);
      onChanged(name);
      options.onToolsChanged();
    },
    onError,
  });

  const learn = async (name: string): Promise<void> => {
    const session = upstreams.shared(name);
    if (session === null) return;
    await book.refresh(name, session);
    onChanged(name);
    options.onToolsChanged();
  };

  const approvals = createApprovals({
    onChanged: options.onApprovals,
    waitMs: options.approvalMs,
  });
  const desk = createGatewayDesk({
    dispatcher: options.dispatcher,
    book,
    rules: servers,
    approvals,
    secretsOf: (server) => revealed.get(server) ?? [],
    onAlways: (server, tool, policy) => {
      try {
        servers.decide({ server, tool, policy });
        onChanged(server);
      } catch (error) {
        onError(error);
      }
    },
    keepWhole: (write_id, args, result) => {
      if (write === null) return;
      try {
        const whole = { write_id, arguments: args, result, stored_ms: Date.now() };
        write.transaction(() => keepWhole(write, whole));
      } catch (error) {
        onError(error);
      }
    },
  });
  const route = createGatewayRoute({
    ownMark,
    desk,
    book,
    rules: servers,
    upstreams,
    gaps: options.gaps,
    onError,
  });

  const aggregate = createAggregate({
    upstreams,
    book,
    desk,
    rules: servers,
    enabled: () =>
      servers
        .all()
        .filter(({ config }) => config.enabled)
        .map(({ config }) => config.name),
    listsAll: options.listsAll,
    onLate: options.onToolsChanged,
  });

  const tidy = setInterval(() => {
    try {
      write?.transaction(() => forgetWhole(write, Date.now() - wholeMs, 500));
    } catch (error) {
      onError(error);
    }
  }, tidyMs);
  tidy.unref();

  const toolView = (server: string, { name, value }: KnownTool) => {
    const kind = callKind({
      name,
      annotations: value.annotations,
      mark: servers.mark(server, name),
    });
    return {
      name,
      advertised: exposedName({ server, name }),
      title: textOf(value.title),
      description: textOf(value.description),
      effect: kind.kind,
      evidence: evidenceOf[kind.basis],
      policy: servers.policy(server, name),
    };
  };

  const required = (name: string): UpstreamConfig => {
    const known = servers.find(name);
    if (known === null) throw new Error(`There is no server named “${name}”.`);
    return known.config;
  };

  return {
    servers,
    upstreams,
    approvals,
    book,
    desk,
    route,
    aggregate,
    view(name) {
      const config = required(name);
      const state = upstreams.state(name);
      if (state === null) throw new Error(`There is no server named “${name}”.`);
      const url = options.url();
      return {
        name,
        config: shownConfig(config),
        enabled: config.enabled,
        options: servers.options(name),
        state,
        url: url === null ? null : `${url}/${name}`,
        tools: book.tools(name)?.map((tool) => toolView(name, tool)) ?? null,
        stderr: upstreams.notes(name).map(({ text }) => text),
      };
    },
    reconfigure: () => upstreams.configure(servers.all().map(({ config }) => config)),
    async test(name) {
      const { ok, why, server, tools, elapsed_ms } = await upstreams.test(required(name));
      const works = `It answers${server === null ? '' : ` as ${server.name} ${server.version}`}`;
      return { ok, says: ok && why === '' ? works : why, tools, elapsed_ms };
    },
    async close() {
      clearInterval(tidy);
      approvals.close();
      await route.close();
      await upstreams.close();
    },
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
