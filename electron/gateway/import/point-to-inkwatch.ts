import type {
  ClientFile,
  ClientKey,
  FileChanged,
  FileChangePreview,
} from '../../../shared/client-files.ts';
import { EMBEDDED_SERVER } from '../../../shared/ledger.ts';
import { visibleLine } from '../../../shared/text.ts';
import { isRecord } from '../../wire/json-rpc.ts';
import type { Backups } from './backups.ts';
import { changeClientFile, fileDigest } from './change-file.ts';
import { changedText, type EntryChange, parseClientDocument } from './client-document.ts';
import { type ClientText, readClientText } from './client-text.ts';
import { type ClientDialect, dialectOf, type Entry, entryFor } from './clients.ts';
import { type InkwatchAddress, targetFor } from './own-entry.ts';
import type { PlannedEntry } from './plan-import.ts';
import { MASK, shownArguments } from './shown-server.ts';

/** Members that say how a server is reached; an entry that points here keeps all its others. */
const connectionMembers =
  `command args env cwd envFile url serverUrl httpUrl headers type transport http_headers
  env_http_headers bearer_token_env_var env_vars`.split(/\s+/);

/**
 * Rewrites the entries of imported servers so that they lead through Inkwatch: one write and one backup for
 * each file. @param servers The name that each planned entry got here, by the id of its item; others are left.
 */
export function pointToInkwatch(
  entries: readonly PlannedEntry[],
  servers: ReadonlyMap<string, string>,
  address: InkwatchAddress,
  backups: Backups,
): readonly FileChanged[] {
  const byFile = new Map<string, PlannedEntry[]>();
  for (const entry of entries) {
    if (!servers.has(entry.item.id)) continue;
    const group = byFile.get(entry.item.file);
    if (group === undefined) byFile.set(entry.item.file, [entry]);
    else group.push(entry);
  }
  return [...byFile].map(([file, group]): FileChanged => {
    const client = group[0]?.item.client ?? 'claude-desktop';
    const dialect = dialectOf(client);
    const changes: EntryChange[] = [];
    for (const { item, path } of group) {
      const target = targetFor(dialect, servers.get(item.id) ?? null, address);
      if (target === null) return { kind: 'refused', file, why: noBridge(dialect) };
      changes.push(changeTo(path, entryFor(dialect, target)));
    }
    return changeClientFile({ client, file, changes, digest: group[0]?.digest ?? null }, backups);
  });
}

const noBridge = ({ name }: ClientDialect): string =>
  `${name} only starts commands, and this Inkwatch has none to start.`;

function changeTo(path: readonly string[], set: Entry): EntryChange {
  return { path, remove: connectionMembers, set };
}

/**
 * What pointing one entry to its server here would change in its file, values masked.
 * @throws Error in plain words where it cannot be changed
 */
export function previewPointing(
  { item, path }: PlannedEntry,
  server: string,
  address: InkwatchAddress,
): FileChangePreview {
  const dialect = dialectOf(item.client);
  const target = targetFor(dialect, server, address);
  if (target === null) throw new Error(noBridge(dialect));
  const found = readClientText(item.file);
  if (found.kind !== 'text')
    throw new Error(found.kind === 'absent' ? 'It is not there any more.' : found.why);
  const text = changedText(dialect, found.text, [changeTo(path, entryFor(dialect, target))]);
  const shown = (of: string) => shownEntry(memberAt(parseClientDocument(dialect, of).value, path));
  return {
    client: dialect.key,
    client_name: dialect.name,
    file: item.file,
    entry: path.map(visibleLine).join(' › '),
    before: shown(found.text),
    after: shown(text) ?? '',
    notes: readableNotes(dialect, found),
  };
}

/** What connecting would change; `digest` goes back with `connectClient`, so that nothing else is changed. */
export interface PlannedConnection {
  readonly preview: FileChangePreview;
  readonly digest: string | null;
}

/** The one entry by which a client reaches Inkwatch, as a change to look at. @throws Error in plain words. */
export function previewConnection(
  found: Pick<ClientFile, 'client' | 'file'>,
  address: InkwatchAddress,
): PlannedConnection {
  const dialect = dialectOf(found.client);
  const path = [dialect.group, EMBEDDED_SERVER];
  const entry = connectionEntry(dialect, address);
  if (entry === null) throw new Error(noBridge(dialect));
  const text = readClientText(found.file);
  if (text.kind === 'unusable') throw new Error(text.why);
  const notes = text.kind === 'absent' ? ['The file is made.'] : readableNotes(dialect, text);
  const value = text.kind === 'text' ? parseClientDocument(dialect, text.text).value : {};
  const preview: FileChangePreview = {
    client: dialect.key,
    client_name: dialect.name,
    file: found.file,
    entry: path.join(' › '),
    before: shownEntry(memberAt(value, path)),
    after: shownEntry(entry) ?? '',
    notes,
  };
  return { preview, digest: fileDigest(found.file) };
}

/** Adds that entry, or puts it right. The original is kept; `restoreClientFile` brings it back. */
export function connectClient(
  found: { readonly client: ClientKey; readonly file: string; readonly digest: string | null },
  address: InkwatchAddress,
  backups: Backups,
): FileChanged {
  const dialect = dialectOf(found.client);
  const entry = connectionEntry(dialect, address);
  if (entry === null) return { kind: 'refused', file: found.file, why: noBridge(dialect) };
  const change = changeTo([dialect.group, EMBEDDED_SERVER], entry);
  return changeClientFile({ ...found, changes: [change] }, backups);
}

function readableNotes(dialect: ClientDialect, { mode }: ClientText): readonly string[] {
  const readable = (mode & 0o044) !== 0 && process.platform !== 'win32';
  if (!readable || dialect.stdioOnly) return [];
  return ['Others on this computer can read the file, and with it the token.'];
}

function connectionEntry(dialect: ClientDialect, address: InkwatchAddress): Entry | null {
  const target = targetFor(dialect, null, address);
  return target === null ? null : entryFor(dialect, target);
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  let here = value;
  for (const key of path) here = isRecord(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  return here;
}

/** An entry for the eye, whatever the client's format: every value of its inner objects is masked. */
function shownEntry(entry: unknown): string | null {
  if (entry === undefined) return null;
  if (!isRecord(entry)) return visibleLine(MASK);
  const members = Object.entries(entry).map(([key, value]) => [key, shownValue(value)] as const);
  return JSON.stringify(Object.fromEntries(members), null, 2);
}

function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleLine(shownArguments([value])[0] ?? '');
  if (Array.isArray(value)) {
    return shownArguments(value.map((one: unknown) => (typeof one === 'string' ? one : MASK))).map(
      visibleLine,
    );
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.keys(value).map((key) => [key, MASK]));
}
