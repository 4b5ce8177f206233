import { posix, win32 } from 'node:path';
import type {
  ClientFile,
  ImportItem,
  ImportPreview,
  ImportProblem,
} from '../../../shared/client-files.ts';
import { visibleLine } from '../../../shared/text.ts';
import type { UpstreamConfig } from '../../../shared/upstream.ts';
import { isRecord } from '../../wire/json-rpc.ts';
import { isFreeServerName } from '../names/exposed-name.ts';
import { parseClientDocument } from './client-document.ts';
import { digestOf, readClientText } from './client-text.ts';
import { type ClientDialect, dialectOf } from './clients.ts';
import { type InkwatchAddress, isOwnEntry } from './own-entry.ts';
import type { KnownValues } from './placeholders.ts';
import { readEntry } from './read-entry.ts';
import { shownServer } from './shown-server.ts';
import { type ClientSurroundings, ownSurroundings } from './surroundings.ts';

/** Entries and projects looked at in one file. */
const [mostEntries, mostProjects] = [500, 2000];

/** What an import would do. Holds secrets: only `item` may leave this process. */
export interface PlannedEntry {
  readonly item: ImportItem;
  /** Null where there is nothing to import. */
  readonly config: UpstreamConfig | null;
  /** Keys from the top of the file to the entry. */
  readonly path: readonly string[];
  /** Of the file that was read: it must not have changed when it is written. */
  readonly digest: string;
}

export interface ImportPlan {
  readonly entries: readonly PlannedEntry[];
  readonly problems: readonly ImportProblem[];
}

export interface PlanOptions {
  readonly files: readonly ClientFile[];
  /** The servers that there are, with their values. */
  readonly existing: readonly UpstreamConfig[];
  readonly address: InkwatchAddress;
  /** Values that the person gave for placeholders, by their text. */
  readonly given?: ReadonlyMap<string, string>;
  readonly where?: ClientSurroundings;
}

/** Reads the clients' files and changes nothing. Never throws: what cannot be read is a problem with words. */
export function planImport(options: PlanOptions): ImportPlan {
  const entries: PlannedEntry[] = [];
  const problems: ImportProblem[] = [];
  const names = createNames(options.existing);
  for (const file of options.files) {
    if (file.state === 'absent') continue;
    const dialect = dialectOf(file.client);
    const problem = (why: string): number =>
      problems.push({ client: dialect.key, client_name: dialect.name, file: file.file, why });
    const found = readClientText(file.file);
    if (found.kind !== 'text') {
      problem(found.kind === 'absent' ? 'It is not there any more.' : found.why);
      continue;
    }
    try {
      const { value } = parseClientDocument(dialect, found.text);
      const digest = digestOf(found.bytes);
      for (const group of groupsOf(dialect, value)) {
        if (!isRecord(group.servers)) {
          problem(`Its “${dialect.group}” is no object.`);
          continue;
        }
        for (const [entry, raw] of Object.entries(group.servers).slice(0, mostEntries)) {
          const place = {
            dialect,
            file: file.file,
            entry,
            project: group.project,
            path: [...group.path, entry],
          };
          entries.push({ ...planEntry(place, raw, names, options), path: place.path, digest });
        }
      }
    } catch (error) {
      problem(error instanceof Error ? error.message : 'It could not be understood.');
    }
  }
  return { entries, problems };
}

/** What of a plan may be shown. */
export function previewOf({ entries, problems }: ImportPlan): ImportPreview {
  return { items: entries.map(({ item }) => item), problems };
}

interface Group {
  readonly path: readonly string[];
  readonly project: string | null;
  readonly servers: unknown;
}

function groupsOf({ key, group }: ClientDialect, value: unknown): readonly Group[] {
  if (!isRecord(value)) throw new Error('It is no object.');
  const groups: Group[] = [];
  const add = (
    holder: Readonly<Record<string, unknown>>,
    path: readonly string[],
    project: string | null,
  ) => {
    const servers = Object.hasOwn(holder, group) ? holder[group] : undefined;
    if (servers !== undefined && servers !== null)
      groups.push({ path: [...path, group], project, servers });
  };
  add(value, [], null);
  if (key === 'claude-code' && isRecord(value.projects)) {
    for (const [project, held] of Object.entries(value.projects).slice(0, mostProjects)) {
      if (isRecord(held)) add(held, ['projects', project], project);
    }
  }
  return groups;
}

interface EntryPlace {
  readonly dialect: ClientDialect;
  readonly file: string;
  readonly entry: string;
  readonly project: string | null;
  readonly path: readonly string[];
}

function planEntry(
  { dialect, file, entry, project, path }: EntryPlace,
  raw: unknown,
  names: Names,
  { address, given = new Map(), where = ownSurroundings() }: PlanOptions,
): Pick<PlannedEntry, 'item' | 'config'> {
  const known: KnownValues = {
    env: where.env,
    homeFolder: where.homeFolder,
    project,
    separator: where.platform === 'win32' ? win32.sep : posix.sep,
    given,
  };
  const base = {
    id: JSON.stringify([file, ...path]),
    client: dialect.key,
    client_name: dialect.name,
    file,
    project,
    entry,
  };
  const none = { placeholders: [], notes: [], server: null };
  const read = readEntry(dialect, raw, 'unnamed', known);
  if (read.kind === 'unsupported') {
    const item: ImportItem = { ...base, ...none, state: 'unsupported', why: read.why, shown: null };
    return { item, config: null };
  }
  const { placeholders } = read;
  const config = read.kind === 'server' ? read.config : null;
  const shown = config === null ? null : shownServer(config);
  if (config !== null && isOwnEntry(config, address)) {
    const item: ImportItem = {
      ...base,
      ...none,
      state: 'own',
      why: 'It is Inkwatch itself.',
      shown,
    };
    return { item, config: null };
  }
  const notes = read.kind === 'server' ? read.notes : [];
  const open = placeholders.filter((one) => !one.known).map(({ text }) => text);
  if (config === null || open.length > 0) {
    const why = `Give values for ${[...new Set(open)].map(visibleLine).join(', ')}.`;
    const rest = { state: 'needs-values', why, server: null, shown, placeholders, notes } as const;
    return { item: { ...base, ...rest }, config: null };
  }
  const same = names.sameAs(config);
  const server = same ?? names.take(entry, config);
  const item: ImportItem = {
    ...base,
    state: same === null ? 'new' : 'same',
    why: same === null ? '' : `Inkwatch has it as “${same}”, or another entry brings it.`,
    server,
    shown,
    placeholders,
    notes: server === entry || same !== null ? notes : [...notes, `Here it is called “${server}”.`],
  };
  return { item, config: { ...config, name: server } };
}

interface Names {
  /** The server with this very connection; null: none has it. */
  sameAs(config: UpstreamConfig): string | null;
  /** A name of its own for a new server, as close to the client's as can be. */
  take(entry: string, config: UpstreamConfig): string;
}

function createNames(existing: readonly UpstreamConfig[]): Names {
  const taken = new Set(existing.map(({ name }) => name.toLowerCase()));
  const byConnection = new Map(existing.map((config) => [connectionKey(config), config.name]));
  return {
    sameAs: (config) => byConnection.get(connectionKey(config)) ?? null,
    take(entry, config) {
      const base =
        entry
          .replace(/[^A-Za-z0-9_-]+/g, '-')
          .replace(/^-+|-+$/g, '')
          .slice(0, 58) || 'server';
      let name = base;
      for (let at = 2; taken.has(name.toLowerCase()) || !isFreeServerName(name); at += 1)
        name = `${base}-${at}`;
      taken.add(name.toLowerCase());
      byConnection.set(connectionKey(config), name);
      return name;
    },
  };
}

function connectionKey(config: UpstreamConfig): string {
  const sorted = (values: Readonly<Record<string, string>>) => Object.entries(values).sort();
  return config.kind === 'stdio'
    ? JSON.stringify([config.kind, config.command, config.args, sorted(config.env), config.cwd])
    : JSON.stringify([config.kind, config.url, sorted(config.headers)]);
}
