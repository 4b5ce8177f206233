import type { Placeholder } from '../../../shared/client-files.ts';
import { visibleLine } from '../../../shared/text.ts';
import { type UpstreamConfig, upstreamConfigSchema } from '../../../shared/upstream.ts';
import { isRecord } from '../../wire/json-rpc.ts';
import type { ClientDialect } from './clients.ts';
import {
  createPlaceholderReader,
  type KnownValues,
  type PlaceholderReader,
} from './placeholders.ts';

/** What one entry of a client's file means. */
export type EntryReading =
  | {
      readonly kind: 'server';
      /** With its secrets; texts whose value is not known stand in it as they are. */
      readonly config: UpstreamConfig;
      readonly placeholders: readonly Placeholder[];
      readonly notes: readonly string[];
    }
  /** What is known of it is no server yet: its address is a placeholder, for one. */
  | { readonly kind: 'incomplete'; readonly placeholders: readonly Placeholder[] }
  | { readonly kind: 'unsupported'; readonly why: string };

type Raw = Readonly<Record<string, unknown>>;

class Unsupported extends Error {}

/** Members by which clients sign in themselves: Inkwatch cannot take their sign-in over. */
const signIns = ['oauth', 'auth', 'authProviderType', 'headersHelper', 'oauth_resource', 'scopes'];

/** Reads an entry as its client would. Never throws; what it says names no value. */
export function readEntry(
  dialect: ClientDialect,
  entry: unknown,
  name: string,
  known: KnownValues,
): EntryReading {
  const reader = createPlaceholderReader(dialect, known);
  const notes: string[] = [];
  try {
    if (!isRecord(entry)) throw new Unsupported('It is no object.');
    const draft = {
      ...connectionOf(dialect, entry, reader, notes),
      name,
      enabled: isEnabled(entry),
      ...timeoutsOf(dialect, entry),
    };
    const config = upstreamConfigSchema.safeParse(draft);
    if (config.success) {
      return { kind: 'server', config: config.data, placeholders: reader.found, notes };
    }
    if (reader.found.some(({ known: isKnown }) => !isKnown)) {
      return { kind: 'incomplete', placeholders: reader.found };
    }
    const at = config.error.issues.map(({ path }) => visibleLine(path.join('.')));
    throw new Unsupported(`Not usable in it: ${[...new Set(at)].join(', ')}.`);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { kind: 'unsupported', why: error.message };
  }
}

function connectionOf(
  dialect: ClientDialect,
  entry: Raw,
  reader: PlaceholderReader,
  notes: string[],
) {
  // An older form of Zed's has the whole command in `command`.
  const command = isRecord(entry.command) ? entry.command : entry;
  if (entry.command !== undefined && entry.command !== null) {
    return stdioOf(
      isRecord(entry.command) ? { ...entry, ...command, command: command.path } : entry,
      dialect,
      reader,
      notes,
    );
  }
  const address = addressOf(dialect, entry);
  if (address === null) {
    throw new Unsupported('It names neither a command nor an address that Inkwatch could reach.');
  }
  const signIn = signIns.find((key) => isRecord(entry[key]) || typeof entry[key] === 'string');
  if (signIn !== undefined) {
    throw new Unsupported(`The client signs in to it by itself (${signIn}).`);
  }
  return {
    kind: address.kind,
    url: reader.resolve(address.url, 'url'),
    headers: headersOf(dialect, entry, reader),
  };
}

function stdioOf(entry: Raw, dialect: ClientDialect, reader: PlaceholderReader, notes: string[]) {
  const type = textOrNull(entry.type);
  if (type !== null && type !== 'stdio')
    throw new Unsupported(`Its type is “${visibleLine(type).slice(0, 64)}”.`);
  const args = entry.args ?? [];
  if (typeof entry.command !== 'string') throw new Unsupported('Its command is no text.');
  if (!Array.isArray(args)) throw new Unsupported('Its arguments are no list.');
  if (typeof entry.envFile === 'string')
    notes.push('Its envFile is not read: give its values here.');
  const env = textsOf(entry.env, 'env', reader);
  for (const inherited of listOf(dialect.key === 'codex' ? entry.env_vars : null)) {
    if (typeof inherited === 'string')
      env.push([inherited, reader.fromEnv(inherited, `env.${inherited}`)]);
  }
  return {
    kind: 'stdio',
    command: reader.resolve(entry.command, 'command'),
    args: args.map((arg: unknown, at) =>
      typeof arg === 'string' ? reader.resolve(arg, `args[${at}]`) : plainText(arg, `args[${at}]`),
    ),
    env: Object.fromEntries(env),
    cwd: typeof entry.cwd === 'string' ? reader.resolve(entry.cwd, 'cwd') : null,
  };
}

function addressOf(
  dialect: ClientDialect,
  entry: Raw,
): { kind: 'http' | 'sse'; url: string } | null {
  const type = textOrNull(entry.type ?? entry.transport)?.toLowerCase() ?? null;
  const http = textOrNull(entry.httpUrl);
  if (http !== null) return { kind: 'http', url: http };
  const url = textOrNull(entry.url ?? entry.serverUrl);
  if (url === null) return null;
  switch (type) {
    case 'http':
    case 'streamable-http':
    case 'streamablehttp':
    case 'streamable_http':
      return { kind: 'http', url };
    case 'sse':
      return { kind: 'sse', url };
    case null:
      // Clients that say no type try one after the other; the path of the older one is a habit.
      return { kind: /\/sse\/?(?:[?#]|$)/.test(url) ? 'sse' : dialect.plainUrl, url };
    default:
      throw new Unsupported(`Its type is “${visibleLine(type).slice(0, 64)}”.`);
  }
}

function headersOf(dialect: ClientDialect, entry: Raw, reader: PlaceholderReader) {
  if (dialect.key !== 'codex') return Object.fromEntries(textsOf(entry.headers, 'headers', reader));
  // Codex ignores `headers`.
  const headers = textsOf(entry.http_headers, 'headers', reader);
  for (const [name, variable] of textsOf(entry.env_http_headers, 'headers', reader)) {
    headers.push([name, reader.fromEnv(variable, `headers.${name}`)]);
  }
  const token = textOrNull(entry.bearer_token_env_var);
  if (token !== null) {
    headers.push(['Authorization', `Bearer ${reader.fromEnv(token, 'headers.Authorization')}`]);
  }
  return Object.fromEntries(headers);
}

function textsOf(group: unknown, at: string, reader: PlaceholderReader): [string, string][] {
  if (group === undefined || group === null) return [];
  if (!isRecord(group)) throw new Unsupported(`Its ${at} are no object.`);
  const texts: [string, string][] = [];
  for (const [name, value] of Object.entries(group)) {
    const here = `${at}.${visibleLine(name).slice(0, 128)}`;
    // VS Code takes null for "not set".
    if (value === null) continue;
    texts.push([
      name,
      typeof value === 'string' ? reader.resolve(value, here) : plainText(value, here),
    ]);
  }
  return texts;
}

function plainText(value: unknown, at: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Unsupported(`Not usable in it: ${at}.`);
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isEnabled = (entry: Raw): boolean => entry.disabled !== true && entry.enabled !== false;

/** What the client waits; a value that is none of ours is left to the default. */
function timeoutsOf(dialect: ClientDialect, entry: Raw) {
  const within = (value: unknown, factor: number, most: number): number | undefined => {
    if (typeof value !== 'number') return undefined;
    const ms = Math.round(value * factor);
    return ms >= 100 && ms <= most ? ms : undefined;
  };
  const dayMs = 24 * 3_600_000;
  if (dialect.key === 'codex') {
    return {
      connectTimeoutMs: within(entry.startup_timeout_sec, 1000, 600_000),
      callTimeoutMs: within(entry.tool_timeout_sec, 1000, dayMs),
    };
  }
  return dialect.key === 'gemini-cli' ? { callTimeoutMs: within(entry.timeout, 1, dayMs) } : {};
}
