import type {
  ClientFile,
  ClientKey,
  FileChangePreview,
  FoundClient,
  ImportOutcome,
  OfferedItem,
} from '../../../shared/client-files.ts';
import type { ClientFilesResults } from '../../../shared/ipc/client-files.ts';
import type { UpstreamConfig } from '../../../shared/upstream.ts';
import { type Backups, openBackups } from '../../gateway/import/backups.ts';
import { restoreClientFile } from '../../gateway/import/change-file.ts';
import { findClientFiles } from '../../gateway/import/find-clients.ts';
import type { InkwatchAddress } from '../../gateway/import/own-entry.ts';
import { type PlannedEntry, planImport } from '../../gateway/import/plan-import.ts';
import {
  connectClient,
  pointToInkwatch,
  previewConnection,
  previewPointing,
} from '../../gateway/import/point-to-inkwatch.ts';
import { type ClientSurroundings, ownSurroundings } from '../../gateway/import/surroundings.ts';
import type { Servers, UpstreamSecrets } from '../../gateway/servers.ts';
import type { RequestHandlers } from '../requests.ts';

export interface ClientFilesDeps {
  readonly servers: Pick<Servers, 'all' | 'add'>;
  readonly secrets: Pick<UpstreamSecrets, 'reveal'>;
  /** How clients reach this Inkwatch. @throws Error in words where they cannot */
  readonly address: () => InkwatchAddress;
  /** Where originals are kept. */
  readonly backupFolder: string;
  /** Servers were added: what runs is brought in step with them. */
  readonly added: (names: readonly string[]) => Promise<void>;
  readonly where?: ClientSurroundings;
}

interface Scope {
  readonly clients?: readonly ClientKey[] | undefined;
  readonly projects: readonly string[];
  readonly given: Readonly<Record<string, string>>;
}

/**
 * The clients' own files. A plan holds secrets, so it is made for each request and never leaves this
 * process; digests say that what is applied is what was looked at.
 */
export function clientFilesHandlers(
  deps: ClientFilesDeps,
): RequestHandlers<keyof ClientFilesResults> {
  const { servers, where = ownSurroundings() } = deps;
  const backups = openBackups(deps.backupFolder);

  const existing = (): Promise<readonly UpstreamConfig[]> =>
    Promise.all(
      servers.all().map(({ config }) =>
        // One with a lost secret is compared by its references: then nothing equals it.
        deps.secrets.reveal(config).catch(() => config),
      ),
    );
  const plan = async ({ clients, projects, given }: Scope) => {
    const found = findClientFiles(where, projects);
    return planImport({
      files: clients === undefined ? found : found.filter(({ client }) => clients.includes(client)),
      existing: await existing(),
      address: deps.address(),
      given: new Map(Object.entries(given)),
      where,
    });
  };
  /** Only files that a client really reads can be changed through here. */
  const ownFile = (client: ClientKey, file: string): ClientFile => {
    const found = findClientFiles(where).find((one) => one.client === client && one.file === file);
    if (found === undefined) throw new Error('No client that is found here has this file.');
    return found;
  };

  return {
    'client-files:find': async () => {
      const { entries, problems } = await plan({ projects: [], given: {} });
      const unreadable = new Set(problems.map(({ file }) => file));
      return findClientFiles(where).map((found): FoundClient => {
        const items = entries.flatMap(({ item }) => (item.file === found.file ? [item] : []));
        const own = items.some(({ state }) => state === 'own');
        const cannotTell = found.state === 'unknown' || unreadable.has(found.file);
        return {
          ...found,
          connected: own ? 'yes' : cannotTell ? 'unknown' : 'no',
          importable: items.filter(({ state }) => state === 'new' || state === 'needs-values')
            .length,
          changed_ms: changedAt(backups, found.file),
        };
      });
    },

    'client-files:preview-import': async (scope) => {
      const { entries, problems } = await plan(scope);
      const address = deps.address();
      return { items: entries.map((entry) => offered(entry, address)), problems };
    },

    'client-files:import': async ({ items, point, ...scope }) => {
      const { entries } = await plan(scope);
      const outcomes: ImportOutcome['items'][number][] = [];
      const pointed = new Map<string, string>();
      const chosen: PlannedEntry[] = [];
      for (const { id, digest } of items) {
        const entry = entries.find(({ item }) => item.id === id);
        const done = entry === undefined ? gone(id) : importOne(entry, digest, servers);
        outcomes.push(done);
        if (entry === undefined || done.server === null) continue;
        chosen.push(entry);
        pointed.set(id, done.server);
      }
      await deps.added(
        outcomes.flatMap(({ server, added }) => (added && server !== null ? [server] : [])),
      );
      const files = point ? pointToInkwatch(chosen, pointed, deps.address(), backups) : [];
      return { items: outcomes, files };
    },

    'client-files:preview-connection': ({ client, file }) =>
      previewConnection(ownFile(client, file), deps.address()),
    'client-files:connect': ({ client, file, digest }) => {
      ownFile(client, file);
      return connectClient({ client, file, digest }, deps.address(), backups);
    },
    'client-files:restore': ({ file, force }) => restoreClientFile(file, backups, { force }),
  };
}

function offered(entry: PlannedEntry, address: InkwatchAddress): OfferedItem {
  const { item, digest } = entry;
  if (item.server === null) return { ...item, digest, change: null, cannot_change: null };
  const seen = preview(entry, item.server, address);
  return typeof seen === 'string'
    ? { ...item, digest, change: null, cannot_change: seen }
    : { ...item, digest, change: seen, cannot_change: null };
}

function preview(
  entry: PlannedEntry,
  server: string,
  address: InkwatchAddress,
): FileChangePreview | string {
  try {
    return previewPointing(entry, server, address);
  } catch (error) {
    return error instanceof Error ? error.message : 'It cannot be changed.';
  }
}

const gone = (id: string) => ({
  id,
  server: null,
  added: false,
  why: 'It is not in its file any more. Look at it again.',
});

function importOne(
  { item, config, digest: now }: PlannedEntry,
  digest: string,
  servers: Pick<Servers, 'add'>,
): ImportOutcome['items'][number] {
  const { id } = item;
  const not = (why: string) => ({ id, server: null, added: false, why });
  if (now !== digest) return not('Its file was changed meanwhile. Look at it again.');
  if (item.state === 'same') return { id, server: item.server, added: false, why: '' };
  if (item.state !== 'new' || config === null) return not(item.why);
  try {
    servers.add({ config });
    return { id, server: config.name, added: true, why: '' };
  } catch (error) {
    return not(error instanceof Error ? error.message : 'It could not be added.');
  }
}

/** When the oldest change was made that nobody took back. */
function changedAt(backups: Backups, file: string): number | null {
  const open = backups.list(file).filter(({ restored_ms }) => restored_ms === null);
  return open[0]?.made_ms ?? null;
}
