import type { ConnectEntry } from '../../shared/answers.ts';

const SERVER_NAME = 'inkwatch';
const masked = '••••••';

/** How a client starts `inkwatch stdio` for this home. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}

interface Place {
  readonly url: string;
  /** Null: nobody said how this program is started. */
  readonly stdio: StdioCommand | null;
}

type Draft = Omit<ConnectEntry, 'shown' | 'text'> & {
  /** Null: this client has no way in from here. */
  readonly make: (place: Place, token: string) => string | null;
};

/** A snippet of four lines, as people write them: a card shows it whole. */
const snippet = (group: string, entry: readonly (readonly [string, unknown])[]): string => {
  const members = entry.map(([key, value]) => `${JSON.stringify(key)}: ${spaced(value)}`);
  return `{ ${JSON.stringify(group)}: { ${JSON.stringify(SERVER_NAME)}: {\n  ${members.join(',\n  ')} } } }`;
};

const spaced = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');

const bearer = (token: string): string => `Bearer ${token}`;

/** The shapes are the clients' own; their evidence is in docs/adding-a-client.md. */
const drafts: readonly Draft[] = [
  {
    key: 'claude-code',
    name: 'Claude Code',
    how: 'Run this in a terminal. It adds one server to your user configuration.',
    // `--header` takes several values, so it stands last: before the name it would swallow it.
    make: ({ url }, token) =>
      `claude mcp add --scope user --transport http ${SERVER_NAME} ${url} --header "Authorization: ${bearer(token)}"`,
  },
  {
    key: 'claude-desktop',
    name: 'Claude Desktop',
    how: 'Put this into claude_desktop_config.json (Settings, Developer, Edit Config) and start Claude again. If the file has servers already, add the “inkwatch” entry to them.',
    // Only commands from that file: the bridge takes its token from the environment, where no process list shows it.
    make: ({ stdio }, token) =>
      stdio === null
        ? null
        : snippet('mcpServers', [
            ['command', stdio.command],
            ['args', stdio.args],
            ['env', { INKWATCH_TOKEN: token }],
          ]),
  },
  {
    key: 'cursor',
    name: 'Cursor',
    how: 'Put this into ~/.cursor/mcp.json. If the file has servers already, add the “inkwatch” entry to them.',
    make: ({ url }, token) =>
      snippet('mcpServers', [
        ['url', url],
        ['headers', { Authorization: bearer(token) }],
      ]),
  },
  {
    key: 'vs-code',
    name: 'VS Code',
    how: 'Run “MCP: Open User Configuration” and put this in. If the file has servers already, add the “inkwatch” entry to them.',
    make: ({ url }, token) =>
      snippet('servers', [
        ['type', 'http'],
        ['url', url],
        ['headers', { Authorization: bearer(token) }],
      ]),
  },
  {
    key: 'other',
    name: 'Another client',
    how: 'Any client that speaks MCP over streamable HTTP: give it this address and this header.',
    make: ({ url }, token) => `${url}\nAuthorization: ${bearer(token)}`,
  },
];

/** Ready-to-copy ways to connect, complete for the clipboard and masked for the eye. */
export function connectEntries(
  url: string,
  token: string,
  stdio: StdioCommand | null,
): readonly ConnectEntry[] {
  const place = { url, stdio };
  return drafts.flatMap(({ make, ...entry }) => {
    const [shown, text] = [make(place, masked), make(place, token)];
    return shown === null || text === null ? [] : [{ ...entry, shown, text }];
  });
}
