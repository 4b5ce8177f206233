import { z } from 'zod';
import { type UpstreamConfig, upstreamConfigSchema } from '../../../shared/upstream.ts';
import type { SecretStore } from './secret-store.ts';

/** Stands in a stored configuration where a value of env or headers is kept elsewhere. */
export interface SecretRef {
  readonly secret: string;
}
const secretRefSchema = z.strictObject({ secret: z.string().min(1).max(1024) });

type Stored<Config> = Config extends { readonly env: unknown }
  ? Omit<Config, 'env'> & { readonly env: Readonly<Record<string, SecretRef>> }
  : Omit<Config, 'headers'> & { readonly headers: Readonly<Record<string, SecretRef>> };

/** A server as the database keeps it: no value of its env or headers is in it. */
export type StoredUpstream = Stored<UpstreamConfig>;

/** What a stored configuration comes to here and now. */
export type OpenedUpstream =
  | { readonly kind: 'ready'; readonly config: UpstreamConfig }
  /** `names` are those of env or headers; nothing of their values is told. */
  | { readonly kind: 'missing'; readonly names: readonly string[]; readonly why: string }
  | { readonly kind: 'invalid'; readonly why: string };

const keyOf = (server: string, group: 'env' | 'headers', name: string): string =>
  `upstream/${server}/${group}/${name}`;

/**
 * Moves every value of env and headers into the store, and forgets those that the server no longer has.
 * @throws Error in plain words where the store cannot be written; then nothing has changed.
 */
export function storeConfig(config: UpstreamConfig, store: SecretStore): StoredUpstream {
  const group = config.kind === 'stdio' ? 'env' : 'headers';
  const values = config.kind === 'stdio' ? config.env : config.headers;
  const refs: [string, SecretRef][] = [];
  const changes = forgotten(config.name, store);
  for (const [name, value] of Object.entries(values)) {
    const secret = keyOf(config.name, group, name);
    changes.set(secret, value);
    refs.push([name, { secret }]);
  }
  if (changes.size > 0) store.change(changes);
  const hidden = Object.fromEntries(refs);
  return config.kind === 'stdio' ? { ...config, env: hidden } : { ...config, headers: hidden };
}

/** Puts the values back. @param stored As read from the database. Never throws, and names no value. */
export function openConfig(stored: unknown, store: SecretStore): OpenedUpstream {
  const groups = z
    .looseObject({
      env: z.record(z.string(), secretRefSchema).optional(),
      headers: z.record(z.string(), secretRefSchema).optional(),
    })
    .safeParse(stored);
  if (!groups.success) return { kind: 'invalid', why: 'Its stored configuration is damaged.' };
  const missing: string[] = [];
  const whys = new Set<string>();
  const opened = (refs: Readonly<Record<string, SecretRef>>) => {
    const values: [string, string][] = [];
    for (const [name, { secret }] of Object.entries(refs)) {
      const answer = store.get(secret);
      if (answer.kind === 'found') values.push([name, answer.value]);
      else {
        missing.push(name);
        whys.add(answer.kind === 'locked' ? answer.why : 'It is not in the store. Enter it again.');
      }
    }
    return Object.fromEntries(values);
  };
  const { env, headers, ...rest } = groups.data;
  const config = upstreamConfigSchema.safeParse({
    ...rest,
    ...(env === undefined ? {} : { env: opened(env) }),
    ...(headers === undefined ? {} : { headers: opened(headers) }),
  });
  if (missing.length > 0) return { kind: 'missing', names: missing, why: [...whys].join(' ') };
  return config.success
    ? { kind: 'ready', config: config.data }
    : { kind: 'invalid', why: 'Its stored configuration is damaged.' };
}

/** Forgets all values of a server that is removed. @throws Error in plain words. */
export function forgetSecrets(server: string, store: SecretStore): void {
  const changes = forgotten(server, store);
  if (changes.size > 0) store.change(changes);
}

function forgotten(server: string, store: SecretStore): Map<string, string | null> {
  const own = `upstream/${server}/`;
  return new Map(
    store
      .keys()
      .filter((key) => key.startsWith(own))
      .map((key) => [key, null]),
  );
}
