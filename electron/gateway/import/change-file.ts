import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ClientKey, FileChanged, FileRestored } from '../../../shared/client-files.ts';
import { writeFileAtomically } from '../../atomic-file.ts';
import type { Backup, Backups } from './backups.ts';
import { CannotChange, changedText, type EntryChange } from './client-document.ts';
import { bytesOf, type ClientTextFound, digestOf, readClientText } from './client-text.ts';
import { dialectOf } from './clients.ts';

/** A new file may hold a token. */
const newFileMode = 0o600;

export interface FileChange {
  readonly client: ClientKey;
  readonly file: string;
  readonly changes: readonly EntryChange[];
  /** Of the file that the person saw; null: there was none. */
  readonly digest: string | null;
}

/** The digest of a client's file as it is now; null: there is none, or it cannot be read. */
export function fileDigest(file: string): string | null {
  const found = readClientText(file);
  return found.kind === 'text' ? digestOf(found.bytes) : null;
}

/**
 * Changes entries of a client's file: the original is kept first, then the file is replaced as a whole, or
 * not at all. Links, mode, byte-order mark, line ends and comments stay. Never throws.
 */
export function changeClientFile(
  { client, file, changes, digest }: FileChange,
  backups: Backups,
): FileChanged {
  const refused = (why: string): FileChanged => ({ kind: 'refused', file, why });
  const found = readClientText(file);
  if (found.kind === 'unusable') return refused(found.why);
  const original = found.kind === 'text' ? digestOf(found.bytes) : null;
  if (original !== digest) return refused('It was changed meanwhile. Look at it again.');
  try {
    const text = changedText(dialectOf(client), found.kind === 'text' ? found.text : '', changes);
    const bytes = bytesOf(text, found.kind === 'text' && found.hasMark);
    const written = digestOf(bytes);
    if (written === original) return { kind: 'unchanged', file };
    const mode = found.kind === 'text' ? found.mode : newFileMode;
    const kept = {
      client,
      file,
      bytes: found.kind === 'text' ? found.bytes : null,
      original,
      mode,
      written,
    };
    const backup = backups.keep(kept);
    // A client that writes its file just now must not lose what it wrote.
    if (fileDigest(file) !== original)
      return refused('It was changed meanwhile. Look at it again.');
    put(file, found, bytes, mode);
    return { kind: 'changed', file, backup: backup.copy ?? backup.id };
  } catch (error) {
    return refused(words(error));
  }
}

/**
 * Brings a client's file back to how it was before Inkwatch changed it, byte for byte: over all changes of
 * Inkwatch's that follow each other. One that was changed by somebody else since is left alone, unless
 * `force`: then it is kept as well, and restored. Never throws.
 */
export function restoreClientFile(
  file: string,
  backups: Backups,
  { force = false }: { readonly force?: boolean } = {},
): FileRestored {
  const refused = (why: string): FileRestored => ({ kind: 'refused', file, why });
  const found = readClientText(file);
  const now = found.kind === 'text' ? digestOf(found.bytes) : null;
  const open = backups.list(file).filter(({ restored_ms }) => restored_ms === null);
  const last = open.at(-1);
  if (last === undefined) return { kind: 'nothing', file, why: 'Inkwatch has not changed it.' };
  const chain = chainOf(open);
  const first = chain[0] ?? last;
  try {
    if (found.kind === 'unusable' && !force) return refused(found.why);
    if (now === first.original && found.kind !== 'unusable') {
      for (const backup of chain) backups.markRestored(backup);
      return { kind: 'nothing', file, why: 'It is as it was before.' };
    }
    if (now !== last.written && !force) {
      const why =
        now === null ? 'It was removed since.' : 'It was changed since Inkwatch wrote it.';
      return { kind: 'changed-since', file, why };
    }
    const bytes = backups.bytes(first);
    if (bytes !== null && digestOf(bytes) !== first.original)
      return refused('Its backup is damaged.');
    const second =
      now !== last.written && found.kind === 'text'
        ? keepCurrent(last, found, first, backups)
        : null;
    if (bytes === null) rmSync(found.kind === 'text' ? found.target : file, { force: true });
    else put(file, found, bytes, first.mode);
    for (const backup of chain) backups.markRestored(backup);
    return { kind: 'restored', file, backup: second };
  } catch (error) {
    return refused(words(error));
  }
}

/** The newest changes of which each found what the one before had written. */
function chainOf(open: readonly Backup[]): readonly Backup[] {
  let start = open.length - 1;
  while (start > 0 && open[start - 1]?.written === open[start]?.original) start -= 1;
  return open.slice(start);
}

/** Keeps what somebody else wrote, as a change that is over: it is there to be read, not to be restored. */
function keepCurrent(
  { client, file }: Backup,
  found: Extract<ClientTextFound, { kind: 'text' }>,
  first: Backup,
  backups: Backups,
): string | null {
  const { bytes, mode } = found;
  const written = first.original ?? digestOf(Buffer.alloc(0));
  const kept = backups.keep({ client, file, bytes, original: digestOf(bytes), mode, written });
  backups.markRestored(kept);
  return kept.copy;
}

function put(file: string, found: ClientTextFound, bytes: Buffer, mode: number): void {
  if (found.kind === 'text') {
    writeFileAtomically(found.target, bytes, mode);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileAtomically(file, bytes, mode);
}

function words(error: unknown): string {
  if (error instanceof CannotChange) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined)
    return error instanceof Error ? error.message : 'It could not be changed.';
  return `It could not be written (${code}). Check the permissions of its folder.`;
}
