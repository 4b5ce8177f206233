import type { ConnectEntry } from '../../shared/answers.ts';

const SERVER_NAME = 'inkwatch';
const masked = '••••••';

type Draft = Omit<ConnectEntry, 'shown' | 'text'> & {
  readonly make: (url: string, token: string) => string;
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
    make: (url, token) =>
      `claude mcp add --scope user --transport http ${SERVER_NAME} ${url} --header "Authorization: ${bearer(token)}"`,
  },
  {
    key: 'cursor',
    name: 'Cursor',
    how: 'Put this into ~/.cursor/mcp.json. If the file has servers already, add the “inkwatch” entry to them.',
    make: (url, token) =>
      snippet('mcpServers', [
        ['url', url],
        ['headers', { Authorization: bearer(token) }],
      ]),
  },
  {
    key: 'vs-code',
    name: 'VS Code',
    how: 'Run “MCP: Open User Configuration” and put this in. If the file has servers already, add the “inkwatch” entry to them.',
    make: (url, token) =>
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
    make: (url, token) => `${url}\nAuthorization: ${bearer(token)}`,
  },
];

/** Ready-to-copy ways to connect, complete for the clipboard and masked for the eye. */
export function connectEntries(url: string, token: string): readonly ConnectEntry[] {
  return drafts.map(({ make, ...entry }) => ({
    ...entry,
    shown: make(url, masked),
    text: make(url, token),
  }));
}
