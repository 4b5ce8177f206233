import type { Effect } from '../../shared/ledger.ts';
import {
  type AddServer,
  addServerSchema,
  changeServerSchema,
  defaultServerOptions,
  type ServerChange,
  type ServerOptions,
  type ServerToolChange,
  type ToolPolicy,
} from '../../shared/servers.ts';
import { type UpstreamConfig, upstreamConfigSchema } from '../../shared/upstream.ts';
import { dbErrorWords } from '../db/errors.ts';
import type { ReadHandle, WriteHandle } from '../db/handles.ts';
import { storedToolChoices, storedUpstreams } from '../db/readers/upstreams.ts';
import { putToolChoice, putUpstream, removeUpstream } from '../db/writers/upstreams.ts';
import type { GatewayRules } from './desk/gateway-desk.ts';
import { isFreeServerName } from './names/exposed-name.ts';

/** Keeps values of env and headers out of the ledger. */
export interface UpstreamSecrets {
  /** The config as it may be stored: each value is a reference. */
  hide(config: UpstreamConfig): UpstreamConfig;
  /** The config with its values. @throws Error in words where one is lost */
  reveal(config: UpstreamConfig): Promise<UpstreamConfig>;
  forget(server: string): void;
}

/** A server as the person set it up. `config` holds references instead of secrets. */
export interface KnownServer {
  readonly config: UpstreamConfig;
  readonly options: ServerOptions;
  readonly added_ms: number;
}

/** The servers that a person put behind the gateway, and what they decided of each tool. */
export interface Servers extends GatewayRules {
  all(): readonly KnownServer[];
  find(name: string): KnownServer | null;
  /** @throws Error in plain words */
  add(server: AddServer): KnownServer;
  change(change: ServerChange): KnownServer;
  decide(change: ServerToolChange): void;
  remove(name: string): void;
  /** Takes in what the ledger holds and this process does not know yet: it could not be read before. */
  reload(): void;
}

export interface ServersOptions {
  readonly read: ReadHandle;
  /** Null: the ledger cannot be written, and nothing can be changed. */
  readonly write: WriteHandle | null;
  readonly secrets: UpstreamSecrets;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

interface Choice {
  readonly policy: ToolPolicy;
  readonly effect: Effect | null;
}

export function openServers(options: ServersOptions): Servers {
  const { read, write, secrets, now = Date.now } = options;
  const servers = new Map<string, KnownServer>();
  const choices = new Map<string, Choice>();
  const keyOf = (server: string, tool: string) => JSON.stringify([server, tool]);

  const load = (): void => {
    for (const { config, capture, record, add_reason, added_ms } of storedUpstreams(read)) {
      const parsed = upstreamConfigSchema.safeParse(parseJson(config));
      if (parsed.success && servers.has(parsed.data.name)) continue;
      if (parsed.success) {
        servers.set(parsed.data.name, {
          config: parsed.data,
          options: { capture, record, add_reason },
          added_ms,
        });
      } else
        options.onError(
          new Error('a server in the ledger has a configuration that cannot be read'),
        );
    }
    for (const { server, tool, policy, effect } of storedToolChoices(read)) {
      if (!choices.has(keyOf(server, tool))) choices.set(keyOf(server, tool), { policy, effect });
    }
  };
  load();

  const change = (work: (db: WriteHandle) => void): void => {
    if (write === null) throw new Error('The ledger cannot be written, so nothing was changed.');
    try {
      write.transaction(() => work(write));
    } catch (error) {
      const words = `The ledger cannot be written now: ${dbErrorWords(error)}.`;
      throw new Error(words, { cause: error });
    }
  };
  const required = (name: string): KnownServer => {
    const known = servers.get(name);
    if (known === undefined) throw new Error(`There is no server named “${name}”.`);
    return known;
  };
  const keep = (server: KnownServer): KnownServer => {
    const { config, options, added_ms } = server;
    change((db) =>
      putUpstream(db, { name: config.name, config: JSON.stringify(config), ...options, added_ms }),
    );
    servers.set(config.name, server);
    return server;
  };

  return {
    reload: load,
    all: () => [...servers.values()].sort((a, b) => (a.config.name < b.config.name ? -1 : 1)),
    find: (name) => servers.get(name) ?? null,
    add(given) {
      const { config, options } = addServerSchema.parse(given);
      if (!isFreeServerName(config.name)) {
        throw new Error(`“${config.name}” is the name of Inkwatch itself. Choose another one.`);
      }
      const taken = [...servers.keys()].find(
        (name) => name.toLowerCase() === config.name.toLowerCase(),
      );
      if (taken !== undefined) throw new Error(`There is a server named “${taken}” already.`);
      return keep({
        config: secrets.hide(config),
        options: { ...defaultServerOptions, ...given_(options) },
        added_ms: now(),
      });
    },
    change(given) {
      const { name, enabled, options } = changeServerSchema.parse(given);
      const known = required(name);
      return keep({
        ...known,
        config: enabled === undefined ? known.config : { ...known.config, enabled },
        options: { ...known.options, ...given_(options) },
      });
    },
    decide({ server, tool, policy, effect }) {
      required(server);
      const known = choices.get(keyOf(server, tool)) ?? { policy: 'allow', effect: null };
      const next: Choice = {
        policy: policy ?? known.policy,
        effect: effect === undefined ? known.effect : effect,
      };
      change((db) => putToolChoice(db, { server, tool, ...next }));
      choices.set(keyOf(server, tool), next);
    },
    remove(name) {
      required(name);
      change((db) => removeUpstream(db, name));
      servers.delete(name);
      for (const key of choices.keys()) {
        if ((JSON.parse(key) as readonly string[])[0] === name) choices.delete(key);
      }
      secrets.forget(name);
    },
    options: (server) => servers.get(server)?.options ?? defaultServerOptions,
    policy: (server, tool) => choices.get(keyOf(server, tool))?.policy ?? 'allow',
    mark: (server, tool) => choices.get(keyOf(server, tool))?.effect ?? null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Without members that are there but undefined. */
function given_<Part extends object>(
  part: Part,
): { [Key in keyof Part]: Exclude<Part[Key], undefined> } {
  const said = Object.entries(part).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as { [Key in keyof Part]: Exclude<Part[Key], undefined> };
}
