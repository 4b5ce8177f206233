import type { ServersPushes } from '../../shared/ipc/servers.ts';
import type { ServerView } from '../../shared/servers.ts';
import type { OpenLedger } from '../db/open.ts';
import type { CoreReads } from '../db/reads.ts';
import { createGateway, type Gateway } from '../gateway/gateway.ts';
import type { InkwatchAddress } from '../gateway/import/own-entry.ts';
import type { UpstreamSecrets } from '../gateway/servers.ts';
import { isBarePath, loginShellPath } from '../home/login-path.ts';
import type { HomePaths } from '../home/paths.ts';
import type { Dispatcher } from '../mcp/dispatch.ts';
import type { GapRuns } from '../mcp/runs.ts';
import { clientFilesHandlers } from './requests/client-files.ts';
import { serversHandlers } from './requests/servers.ts';

export interface GatewayFamilyOptions {
  readonly ledger: OpenLedger;
  readonly paths: HomePaths;
  readonly dispatcher: Dispatcher;
  readonly reads: CoreReads;
  readonly gaps: GapRuns;
  readonly secrets: UpstreamSecrets;
  readonly version: string;
  /** Address of `/mcp`; null while nothing is served. */
  readonly url: () => string | null;
  readonly port: () => number;
  /** The home's own token and what starts its bridge: they go into clients' files. */
  readonly token: string;
  readonly bridge: InkwatchAddress['bridge'];
  readonly listsAll: () => boolean;
  readonly approvalMs: () => number;
  /** Clients of `/mcp` see other tools now. */
  readonly toolsChanged: () => void;
  readonly emitServers: (changed: ServersPushes['servers:changed']) => void;
  readonly emitApprovals: (changed: ServersPushes['approvals:changed']) => void;
  readonly onError: (error: unknown) => void;
}

export interface GatewayFamily {
  readonly gateway: Gateway;
  readonly requests: ReturnType<typeof serversHandlers> & ReturnType<typeof clientFilesHandlers>;
  /** All servers as they stand. */
  views(): readonly ServerView[];
  /** The ledger could not be read before. */
  reload(): void;
  close(): Promise<void>;
}

const loginPathMs = 3000;

/** The servers behind the gateway with what the window and the command line ask of them. */
export function openGatewayFamily(options: GatewayFamilyOptions): GatewayFamily {
  const changed = (name: string) => options.emitServers({ name });
  const changedByPerson = (name: string) => {
    changed(name);
    options.toolsChanged();
  };
  const gateway = createGateway({
    read: options.ledger.read,
    write: options.ledger.write,
    dispatcher: options.dispatcher,
    gaps: options.gaps,
    secrets: options.secrets,
    version: options.version,
    runFile: options.paths.upstreamRuns,
    // An app that was started from a menu has no PATH of the person's own (case h04).
    path: async () =>
      isBarePath(process.env.PATH)
        ? await loginShellPath({ env: process.env, timeoutMs: loginPathMs })
        : null,
    url: options.url,
    listsAll: options.listsAll,
    onToolsChanged: options.toolsChanged,
    onChanged: changed,
    approvalMs: options.approvalMs,
    onApprovals: (waiting) => options.emitApprovals({ waiting: waiting.length }),
    onError: options.onError,
  });
  return {
    gateway,
    requests: {
      ...serversHandlers({
        gateway,
        reads: options.reads,
        changed: changedByPerson,
        self: () => ({
          url: options.url() ?? `http://127.0.0.1:${options.port()}/mcp`,
          bridge: options.bridge,
        }),
      }),
      ...clientFilesHandlers({
        servers: gateway.servers,
        secrets: options.secrets,
        address: () => addressOf(options),
        backupFolder: options.paths.clientBackups,
        added: async (names) => {
          await gateway.reconfigure();
          for (const name of names) {
            changedByPerson(name);
            gateway.upstreams.start(name);
          }
        },
      }),
    },
    views: () => gateway.servers.all().map(({ config }) => gateway.view(config.name)),
    reload() {
      if (options.ledger.obstacle() !== null) return;
      gateway.servers.reload();
      void gateway.reconfigure().catch(options.onError);
    },
    close: () => gateway.close(),
  };
}

/** The address that clients' files name, also of a core that a command opened and that serves nothing. */
function addressOf({ url, port, token, bridge }: GatewayFamilyOptions): InkwatchAddress {
  const served = url();
  if (served === null && port() === 0) {
    throw new Error('Nothing is served now, so there is no address that clients could use.');
  }
  return { url: served ?? `http://127.0.0.1:${port()}/mcp`, token, bridge };
}
