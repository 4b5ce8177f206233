import { limits } from './ledger.ts';
import { cutCharacters, visibleLine } from './text.ts';

/** `client_info` of a client that said no usable name. */
export const UNKNOWN_CLIENT = 'mcp';

/**
 * The label that joins all rows of a client: "Claude Desktop" → `mcp:claude-desktop`, "会议记录" → `mcp`.
 * Only the first 128 characters count, so that a name of any length stays a label.
 */
export function clientInfoOf(name: string | null): string {
  const slug = slugOf(cutCharacters((name ?? '').trim(), limits.clientName));
  return slug === '' ? UNKNOWN_CLIENT : `${UNKNOWN_CLIENT}:${slug}`;
}

function slugOf(text: string): string {
  return text
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

/** What the client says of itself, sanitised: one line, visible, at most 128 characters; null: nothing usable. */
export function saidByClient(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = cutCharacters(
    visibleLine(cutCharacters(value, limits.clientName * 4)),
    limits.clientName,
  );
  return line === '' ? null : line;
}

/** A product a person knows by one name, whatever its client calls itself. */
export interface ClientFamily {
  readonly key: string;
  readonly name: string;
  /** Slugs of the names seen on the wire (see docs/adding-a-client.md for the evidence). */
  readonly exact: readonly string[];
  readonly prefixes: readonly string[];
  /** Icon letter and ground colour of its badge. */
  readonly badge: { readonly letter: string; readonly color: string };
}

export const clientFamilies: readonly ClientFamily[] = [
  {
    key: 'claude-desktop',
    name: 'Claude Desktop',
    exact: ['claude-ai', 'claude-desktop'],
    prefixes: ['local-agent-mode-'],
    badge: { letter: 'C', color: '#b4532f' },
  },
  {
    key: 'claude-code',
    name: 'Claude Code',
    exact: ['claude-code'],
    prefixes: [],
    badge: { letter: 'C', color: '#9a3f1c' },
  },
  {
    key: 'cursor',
    name: 'Cursor',
    exact: ['cursor', 'cursor-vscode'],
    prefixes: [],
    badge: { letter: '▸', color: '#3f3f46' },
  },
  {
    key: 'vs-code',
    name: 'VS Code',
    exact: ['visual-studio-code', 'visual-studio-code-insiders', 'vscode'],
    prefixes: [],
    badge: { letter: 'V', color: '#2459d6' },
  },
  {
    key: 'windsurf',
    name: 'Windsurf',
    exact: ['windsurf', 'windsurf-client'],
    prefixes: [],
    badge: { letter: 'W', color: '#0b7a66' },
  },
  {
    key: 'zed',
    name: 'Zed',
    exact: ['zed'],
    prefixes: [],
    badge: { letter: 'Z', color: '#2b5fb8' },
  },
  {
    key: 'codex',
    name: 'Codex',
    exact: ['codex', 'codex-mcp-client'],
    prefixes: [],
    badge: { letter: 'X', color: '#0f766e' },
  },
  {
    key: 'gemini-cli',
    name: 'Gemini CLI',
    exact: ['gemini-cli', 'gemini-cli-mcp-client'],
    prefixes: ['gemini-cli-mcp-client-'],
    badge: { letter: 'G', color: '#5b4bc4' },
  },
  {
    key: 'inkwatch-window',
    name: 'You, in Inkwatch',
    exact: ['inkwatch-window'],
    prefixes: [],
    badge: { letter: 'I', color: '#3451c6' },
  },
];

/**
 * The family of a `client_info`, or null. A proxy's suffix ("claude-ai (via mcp-remote 0.1.37)") is
 * cut first: the writes are the client's, not the proxy's.
 */
export function clientFamilyOf(clientInfo: string): ClientFamily | null {
  const slug = slugOfInfo(clientInfo);
  return (
    clientFamilies.find(
      (family) =>
        family.exact.includes(slug) || family.prefixes.some((prefix) => slug.startsWith(prefix)),
    ) ?? null
  );
}

function slugOfInfo(clientInfo: string): string {
  return clientInfo.replace(/^mcp:?/, '').replace(/-via-.+$/, '');
}

/** The value a filter and a facet use for a client: a family's key, else its `client_info`. */
export function clientKeyOf(clientInfo: string): string {
  return clientFamilyOf(clientInfo)?.key ?? clientInfo;
}

/** The name a person reads: the family's, else what the client said, else "Unknown client". */
export function clientDisplayName(clientInfo: string, clientName: string | null): string {
  const family = clientFamilyOf(clientInfo);
  if (family !== null) return family.name;
  if (clientName !== null && clientName !== '') return visibleLine(clientName);
  return clientInfo === UNKNOWN_CLIENT ? 'Unknown client' : clientInfo.replace(/^mcp:/, '');
}

/** The name for a filter value (`clientKeyOf`), where no row is at hand. */
export function clientKeyName(key: string): string {
  return clientFamilies.find((family) => family.key === key)?.name ?? clientDisplayName(key, null);
}

/**
 * Whether what a client calls itself fits the name that a person gave its connection. `unknown` where it
 * says no name, or where the connection's name is no client's: no evidence is neither.
 */
export function clientAgrees(
  connectionName: string,
  clientInfo: string,
): 'agree' | 'disagree' | 'unknown' {
  const said = slugOfInfo(clientInfo);
  const meant = slugOf(connectionName.trim());
  if (said === '' || meant === '') return 'unknown';
  const family = familyBegun(meant);
  if (family !== null)
    return (clientFamilyOf(clientInfo) ?? familyBegun(said)) === family ? 'agree' : 'disagree';
  return begins(said, meant) || begins(meant, said) ? 'agree' : 'unknown';
}

/** The family whose name a longer name begins with: "Cursor on the laptop" is Cursor's. */
function familyBegun(slug: string): ClientFamily | null {
  const known = clientFamilies.flatMap((family) =>
    [slugOf(family.name), ...family.exact].map((name) => ({ name, family })),
  );
  const fitting = known
    .filter(({ name }) => begins(slug, name))
    .sort((a, b) => b.name.length - a.name.length);
  return fitting[0]?.family ?? null;
}

const begins = (slug: string, start: string): boolean =>
  slug === start || slug.startsWith(`${start}-`);
