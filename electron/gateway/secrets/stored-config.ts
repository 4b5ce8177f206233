import { type UpstreamConfig, upstreamConfigSchema } from '../../../shared/upstream.ts';
import { REDACTED } from '../capture/redact-text.ts';
import { hiddenAddress, hiddenArgument } from './hidden-parts.ts';
import type { SecretStore } from './secret-store.ts';

/** What a stored configuration comes to here and now. */
export type OpenedUpstream =
  | { readonly kind: 'ready'; readonly config: UpstreamConfig }
  /** `names` are those of env or headers; nothing of their values is told. */
  | { readonly kind: 'missing'; readonly names: readonly string[]; readonly why: string };

type Group = 'env' | 'headers' | 'args' | 'url';

const keyOf = (server: string, group: Group, name: string): string =>
  `upstream/${server}/${group}/${name}`;
/** Stands in a stored configuration for a value of env or headers that is kept elsewhere. */
const reference = (key: string): string => `secret:${key}`;

/**
 * The configuration as the database keeps it. Every value of env and headers goes into the store, and so does
 * an argument or an address with a secret in it; values that the server no longer has are forgotten.
 * @throws Error in plain words where the store cannot be written; then nothing has changed.
 */
export function storeConfig(config: UpstreamConfig, store: SecretStore): UpstreamConfig {
  const changes = forgotten(config.name, store);
  const keep = (group: Group, name: string, value: string): string => {
    const key = keyOf(config.name, group, name);
    changes.set(key, value);
    return reference(key);
  };
  const hidden = (group: 'env' | 'headers', values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, keep(group, name, value)]),
    );
  const stored: UpstreamConfig =
    config.kind === 'stdio'
      ? {
          ...config,
          env: hidden('env', config.env),
          args: config.args.map((text, at) => {
            const part = hiddenArgument(config.args, at);
            if (part === null) return text;
            keep('args', String(at), text);
            return part.shown;
          }),
        }
      : { ...config, headers: hidden('headers', config.headers), url: config.url };
  const address = stored.kind === 'stdio' ? null : hiddenAddress(stored.url);
  if (address !== null && stored.kind !== 'stdio') keep('url', '', stored.url);
  if (changes.size > 0) store.change(changes);
  return address === null || stored.kind === 'stdio' ? stored : { ...stored, url: address.shown };
}

/** Puts the values back. Never throws, and names no value. */
export function openConfig(stored: UpstreamConfig, store: SecretStore): OpenedUpstream {
  const missing: string[] = [];
  const whys = new Set<string>();
  const fetched = (group: Group, name: string, said: string): string => {
    const answer = store.get(keyOf(stored.name, group, name));
    if (answer.kind === 'found') return answer.value;
    missing.push(said);
    whys.add(answer.kind === 'locked' ? answer.why : 'It is not in the store. Enter it again.');
    return '';
  };
  const opened = (group: 'env' | 'headers', values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value === reference(keyOf(stored.name, group, name)) ? fetched(group, name, name) : value,
      ]),
    );
  const config: UpstreamConfig =
    stored.kind === 'stdio'
      ? {
          ...stored,
          env: opened('env', stored.env),
          args: stored.args.map((text, at) =>
            text.includes(REDACTED) ? fetched('args', String(at), `argument ${at + 1}`) : text,
          ),
        }
      : {
          ...stored,
          headers: opened('headers', stored.headers),
          url: stored.url.includes(REDACTED) ? fetched('url', '', 'its address') : stored.url,
        };
  if (missing.length > 0) return { kind: 'missing', names: missing, why: [...whys].join(' ') };
  const parsed = upstreamConfigSchema.safeParse(config);
  return parsed.success
    ? { kind: 'ready', config: parsed.data }
    : { kind: 'missing', names: ['a value'], why: 'It is damaged in the store. Enter it again.' };
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
