import {
  type BigIntStats,
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';

/** Why a path cannot be used as a database; null: it can. In words for the person or the agent. */
export function unusableFile(path: string, home: string): string | null {
  if (!isAbsolute(path)) return 'its path is not absolute';
  // The addon trims names, and would open another file.
  if (path !== path.trim()) return 'its path begins or ends with a space';
  if (path.includes('\u0000')) return 'its path has a NUL character';
  let found: BigIntStats;
  try {
    found = lstatSync(path, { bigint: true });
    if (realpathSync.native(path) !== path) return 'its path leads through a link now';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'the file is not there'
      : `the file cannot be looked at (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
  }
  if (!found.isFile()) return 'it is no regular file';
  if (/-(?:wal|shm|journal)$/.test(path)) return 'it is a log that belongs to a database';
  if (isInside(path, home) || isOneOf(found, filesIn(home))) {
    return 'it is one of Inkwatch’s own files';
  }
  return looksLikeDatabase(path, found) ? null : 'it is no SQLite database';
}

/** The path without links and `..`, as it is registered. @throws where there is no such file */
export function realPathOf(path: string): string {
  return realpathSync.native(path);
}

function isInside(path: string, folder: string): boolean {
  const real = realFolder(folder);
  const steps = relative(real, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** A second name of the same file (a hard link) is the same file. */
function isOneOf(found: BigIntStats, others: readonly BigIntStats[]): boolean {
  return others.some(({ dev, ino }) => dev === found.dev && ino === found.ino && ino !== 0n);
}

function filesIn(folder: string): readonly BigIntStats[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const stats = lstatSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
      return stats?.isFile() ? [stats] : [];
    });
  } catch {
    return [];
  }
}

const magic = 'SQLite format 3\0';

/** By its first bytes, whatever its name says. An empty file is an empty database. */
function looksLikeDatabase(path: string, { size }: BigIntStats): boolean {
  if (size === 0n) return true;
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, 'r');
    const head = Buffer.alloc(magic.length);
    readSync(descriptor, head, 0, head.length, 0);
    return head.toString('latin1') === magic;
  } catch {
    // Unreadable: the statement will say so in SQLite's words.
    return true;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
