import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileStamp } from '../atomic-file.ts';

/**
 * Moves a ledger file that cannot be used, and the log files that belong to it, to a dated name beside
 * it. @returns the new path; null where there was nothing to move. @throws where moving fails.
 */
export function setAside(database: string, now: Date): string | null {
  const ending = extname(database);
  const aside = join(
    dirname(database),
    `${basename(database, ending)}.damaged-${fileStamp(now)}${ending}`,
  );
  let moved: string | null = null;
  for (const suffix of ['', '-wal', '-shm']) {
    if (!existsSync(`${database}${suffix}`)) continue;
    renameSync(`${database}${suffix}`, `${aside}${suffix}`);
    moved ??= `${aside}${suffix}`;
  }
  return moved;
}

/** What stands where the ledger file should: only `file` is worth opening. */
export type Standing =
  | { readonly kind: 'missing' | 'empty' | 'file' }
  | { readonly kind: 'other'; readonly why: string };

/**
 * Looks at the file before SQLite does. Must not run while this process has the file open: closing a
 * descriptor drops the process's POSIX locks on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
export function standing(database: string): Standing {
  if (!existsSync(database)) return { kind: 'missing' };
  const found = statSync(database);
  if (found.isDirectory()) return { kind: 'other', why: 'a folder is in its place' };
  if (!found.isFile()) return { kind: 'other', why: 'something that is no file is in its place' };
  if (found.size === 0) return { kind: 'empty' };
  const head = Buffer.alloc(16);
  const descriptor = openSync(database, 'r');
  try {
    readSync(descriptor, head, 0, head.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return head.toString('latin1') === 'SQLite format 3\u0000'
    ? { kind: 'file' }
    : { kind: 'other', why: 'the file is not a SQLite database' };
}
