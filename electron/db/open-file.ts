import { closeSync, existsSync, mkdirSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { LedgerState } from '../../shared/answers.ts';
import { connectReader, connectWriter, WriteConnection } from './connection.ts';
import { dbErrorKind, dbErrorWords } from './errors.ts';
import type { ReadHandle } from './handles.ts';
import { noteHighWater, readHighWater } from './high-water.ts';
import { noticeLoss } from './history.ts';
import { migrate, newestSchema, schemaOf } from './migrate.ts';
import { checkPages, DamageError } from './page-check.ts';
import { setAside, standing } from './set-aside.ts';

export interface LedgerFiles {
  readonly database: string;
  readonly highWater: string;
}

/** Files up to this size are checked page by page at each start; damage in larger ones shows at a query. */
const wholeCheckBytes = 16 * 1024 * 1024;

/** A file as it was opened. */
export interface Opened {
  readonly database: Database.Database;
  readonly state: LedgerState;
  readonly writable: boolean;
  /** What is in the way and may go, as part of a sentence; null: nothing is. */
  readonly obstacle: string | null;
}

/** As `dbErrorWords` says it of SQLITE_FULL. */
export const fullWords = 'the disk is full; free some space';

/** Less than this is no room: the index of a write-ahead log alone takes 32 KB. */
const roomBytes = 128 * 1024;

/** An empty ledger in memory stands in: reads answer "nothing", writes fail, and the state says why. */
export function standIn(why: string, obstacle: string): Opened {
  const database = new Database(':memory:');
  migrate(new WriteConnection(database));
  database.pragma('query_only = ON');
  return {
    database,
    state: { kind: 'unreadable', why, setAside: null },
    writable: false,
    obstacle,
  };
}

function openReadOnly(database: string, why: string, obstacle: string | null): Opened {
  try {
    const reader = connectReader(database);
    // SQLite opens lazily: the first read tells whether this file can be read at all (case c06).
    reader.pragma('user_version');
    return { database: reader, state: { kind: 'read-only', why }, writable: false, obstacle };
  } catch (error) {
    const words = obstacle ?? dbErrorWords(error);
    return standIn(`The ledger can neither be read nor written: ${words}.`, words);
  }
}

function hasTables(db: ReadHandle): boolean {
  return db.get('SELECT 1 FROM sqlite_schema LIMIT 1') !== undefined;
}

/** Opens a file that is there, or makes it. @throws where it is damaged or out of reach. */
function openFile(files: LedgerFiles, now: Date, waitMs?: number): Opened {
  const file = files.database;
  const found = standing(file);
  if (found.kind === 'other') throw new DamageError(found.why);
  // SQLite deletes a log beside an empty file, and with it rows that only the log still holds.
  if (found.kind !== 'file' && existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) {
    throw new DamageError('only its -wal file is left');
  }
  // What it holds is for one person: the log files take the mode of the file.
  if (found.kind === 'missing') closeSync(openSync(file, 'wx', 0o600));
  const database = connectWriter(file, waitMs);
  try {
    const db = new WriteConnection(database);
    const schema = schemaOf(db);
    if (schema > newestSchema) {
      database.close();
      return openReadOnly(
        file,
        `A newer Inkwatch wrote this ledger (its schema is ${schema}, this program knows ${newestSchema}). It is shown and not changed; update Inkwatch to record again.`,
        null,
      );
    }
    const mark = readHighWater(files.highWater);
    if (found.kind === 'file' && (mark?.id ?? 0) > 0 && !hasTables(db)) {
      throw new DamageError('its rows are gone, since its -wal file is missing');
    }
    migrate(db);
    if (statSync(file).size <= wholeCheckBytes) checkPages(db);
    const warning = noticeLoss(db, mark, now);
    if (warning === null)
      return { database, state: { kind: 'ok' }, writable: true, obstacle: null };
    noteHighWater(files.highWater, db);
    return { database, state: { kind: 'ok', warning }, writable: true, obstacle: null };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Keeps a file that cannot be used under a dated name and begins a new one. */
export function replaceFile(files: LedgerFiles, now: Date, error: unknown): Opened {
  const why = error instanceof Error ? error.message : String(error);
  try {
    const aside = setAside(files.database, now);
    const words = `The ledger file could not be used (${why}). It was kept, and a new one was begun.`;
    return {
      ...openFile(files, now),
      state: { kind: 'unreadable', why: words, setAside: aside },
    };
  } catch (second) {
    return standIn(
      `The ledger file could not be used (${why}), and no new one could be begun: ${dbErrorWords(second)}.`,
      dbErrorWords(second),
    );
  }
}

/** SQLite has many names for a disk without room, "I/O error" among them (case c03). False: nobody knows. */
export function isFull(folder: string, bytes = roomBytes): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < bytes;
  } catch {
    return false;
  }
}

/**
 * Opens the ledger, makes it where there is none, or begins a new one beside a damaged one. Never throws:
 * what is in the way is a state. `waitMs`: how long to wait for another process's lock.
 */
export function openOrReplace(files: LedgerFiles, now: Date, waitMs?: number): Opened {
  const folder = dirname(files.database);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openFile(files, now, waitMs);
  } catch (error) {
    const kind = dbErrorKind(error);
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const full = code === 'ENOSPC' || kind === 'full' || (kind === 'io' && isFull(folder));
    const unusable = `the data folder ${folder} cannot be used; check that it can be made and written`;
    const words = full ? fullWords : dbErrorWords(error);
    switch (kind) {
      case 'read-only':
      case 'io':
      case 'full':
        return openReadOnly(files.database, `Nothing can be recorded: ${words}.`, words);
      case 'busy':
        return standIn(`The ledger cannot be opened: ${words}.`, words);
      case 'corrupt':
        return replaceFile(files, now, error);
      case 'other':
        // A folder that cannot be made (ENOTDIR, EACCES) is no damage of the file.
        if (!/^E[A-Z]+$/.test(code)) return replaceFile(files, now, error);
        return standIn(`The ledger cannot be opened: ${unusable} (${code}).`, unusable);
    }
  }
}

/** Opens the ledger to look at it, where it is known that it must not be written. */
export function openToLook(files: LedgerFiles, why: string): Opened {
  return openReadOnly(files.database, `Nothing can be recorded: ${why}.`, why);
}
