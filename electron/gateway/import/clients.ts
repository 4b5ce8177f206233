import type { ClientKey } from '../../../shared/client-files.ts';
import { clientFamilies } from '../../../shared/client-names.ts';
import { type ClientSurroundings, type KnownFolders, knownFolders } from './surroundings.ts';

/** One file of a client's, and what says that the client is there though the file is not. */
export interface ClientPlace {
  readonly file: string;
  readonly folder: string;
}

/** How an entry that points to Inkwatch is written. */
export type EntryTarget =
  | { readonly kind: 'http'; readonly url: string; readonly token: string }
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] };

export type EntryValue = string | readonly string[] | Readonly<Record<string, string>>;
export type Entry = Readonly<Record<string, EntryValue>>;

/** What differs from client to client; docs/adding-a-client.md holds the evidence. */
export interface ClientDialect {
  readonly key: ClientKey;
  readonly name: string;
  /** `json` is read with comments and trailing commas: most clients take them. */
  readonly format: 'json' | 'toml';
  /** The member that holds the servers by name. */
  readonly group: string;
  /** Of all of a person's work, the most likely one first. */
  places(where: ClientSurroundings): readonly ClientPlace[];
  /** Within a project's folder; null: it has none. */
  readonly projectFile: readonly string[] | null;
  /** It starts commands only. */
  readonly stdioOnly: boolean;
  /** Which texts of an entry stand for values. */
  readonly placeholders: 'braces' | 'variables' | 'none';
  /** What a `url` without a `type` means. */
  readonly plainUrl: 'http' | 'sse';
  httpEntry(url: string, headers: Readonly<Record<string, string>>): Entry;
}

const place = (folders: KnownFolders, ...parts: readonly string[]): ClientPlace => ({
  file: folders.join(...parts),
  folder: folders.join(...parts.slice(0, -1)),
});

/** Claude Desktop from the Windows store keeps its files in a folder whose name ends in its publisher's. */
function storeClaude(where: ClientSurroundings, folders: KnownFolders): readonly ClientPlace[] {
  if (where.platform !== 'win32') return [];
  const packages = folders.join(folders.localAppData, 'Packages');
  return where
    .list(packages)
    .filter((name) => name.startsWith('Claude_'))
    .map((name) =>
      place(
        folders,
        packages,
        name,
        'LocalCache',
        'Roaming',
        'Claude',
        'claude_desktop_config.json',
      ),
    );
}

const codeFolders = ['Code', 'Code - Insiders', 'VSCodium'];

const dialects: readonly Omit<ClientDialect, 'name'>[] = [
  {
    key: 'claude-desktop',
    format: 'json',
    group: 'mcpServers',
    places(where) {
      const folders = knownFolders(where);
      return [
        ...storeClaude(where, folders),
        place(folders, folders.config, 'Claude', 'claude_desktop_config.json'),
      ];
    },
    projectFile: null,
    stdioOnly: true,
    placeholders: 'none',
    plainUrl: 'http',
    httpEntry: (url, headers) => ({ url, headers }),
  },
  {
    key: 'claude-code',
    format: 'json',
    group: 'mcpServers',
    places(where) {
      const folders = knownFolders(where);
      const own = where.env.CLAUDE_CONFIG_DIR;
      const home = {
        file: folders.join(folders.home, '.claude.json'),
        folder: folders.join(folders.home, '.claude'),
      };
      return own === undefined || own === '' ? [home] : [place(folders, own, '.claude.json'), home];
    },
    projectFile: ['.mcp.json'],
    stdioOnly: false,
    placeholders: 'variables',
    plainUrl: 'http',
    httpEntry: (url, headers) => ({ type: 'http', url, headers }),
  },
  {
    key: 'cursor',
    format: 'json',
    group: 'mcpServers',
    places(where) {
      const folders = knownFolders(where);
      return [place(folders, folders.home, '.cursor', 'mcp.json')];
    },
    projectFile: ['.cursor', 'mcp.json'],
    stdioOnly: false,
    placeholders: 'braces',
    plainUrl: 'http',
    httpEntry: (url, headers) => ({ url, headers }),
  },
  {
    key: 'vs-code',
    format: 'json',
    group: 'servers',
    places(where) {
      const folders = knownFolders(where);
      return codeFolders.flatMap((name) => {
        const user = folders.join(folders.config, name, 'User');
        const profiles = folders.join(user, 'profiles');
        return [
          place(folders, user, 'mcp.json'),
          ...where
            .list(profiles)
            .slice(0, 50)
            .map((profile) => place(folders, profiles, profile, 'mcp.json'))
            .filter(({ file }) => where.standing(file) === 'file'),
        ];
      });
    },
    projectFile: ['.vscode', 'mcp.json'],
    stdioOnly: false,
    placeholders: 'braces',
    plainUrl: 'http',
    httpEntry: (url, headers) => ({ type: 'http', url, headers }),
  },
  {
    key: 'windsurf',
    format: 'json',
    group: 'mcpServers',
    places(where) {
      const folders = knownFolders(where);
      return [place(folders, folders.home, '.codeium', 'windsurf', 'mcp_config.json')];
    },
    projectFile: null,
    stdioOnly: false,
    placeholders: 'braces',
    plainUrl: 'http',
    httpEntry: (serverUrl, headers) => ({ serverUrl, headers }),
  },
  {
    key: 'zed',
    format: 'json',
    group: 'context_servers',
    places(where) {
      const folders = knownFolders(where);
      const base = where.platform === 'win32' ? [folders.config, 'Zed'] : [folders.xdg, 'zed'];
      return [place(folders, ...base, 'settings.json')];
    },
    projectFile: ['.zed', 'settings.json'],
    stdioOnly: false,
    placeholders: 'none',
    plainUrl: 'http',
    httpEntry: (url, headers) => ({ url, headers }),
  },
  {
    key: 'codex',
    format: 'toml',
    group: 'mcp_servers',
    places(where) {
      const folders = knownFolders(where);
      const own = where.env.CODEX_HOME;
      const home = place(folders, folders.home, '.codex', 'config.toml');
      return own === undefined || own === '' ? [home] : [place(folders, own, 'config.toml')];
    },
    projectFile: ['.codex', 'config.toml'],
    stdioOnly: false,
    placeholders: 'none',
    plainUrl: 'http',
    httpEntry: (url, http_headers) => ({ url, http_headers }),
  },
  {
    key: 'gemini-cli',
    format: 'json',
    group: 'mcpServers',
    places(where) {
      const folders = knownFolders(where);
      return [place(folders, folders.home, '.gemini', 'settings.json')];
    },
    projectFile: ['.gemini', 'settings.json'],
    stdioOnly: false,
    placeholders: 'variables',
    plainUrl: 'sse',
    httpEntry: (httpUrl, headers) => ({ httpUrl, headers }),
  },
];

/** Every client whose files are known. A new one is one entry above. */
export const clientDialects: readonly ClientDialect[] = dialects.map((dialect) => ({
  ...dialect,
  name: clientFamilies.find(({ key }) => key === dialect.key)?.name ?? dialect.key,
}));

const byKey = new Map(clientDialects.map((dialect) => [dialect.key, dialect]));

export function dialectOf(client: ClientKey): ClientDialect {
  const dialect = byKey.get(client);
  if (dialect === undefined) throw new Error(`No client is called ${client}.`);
  return dialect;
}

/** The entry by which a client reaches Inkwatch. */
export function entryFor(dialect: ClientDialect, target: EntryTarget): Entry {
  switch (target.kind) {
    case 'stdio':
      return { command: target.command, args: target.args };
    case 'http':
      return dialect.httpEntry(target.url, { Authorization: `Bearer ${target.token}` });
  }
}
