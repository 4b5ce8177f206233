import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { LedgerState } from '../../shared/answers.ts';
import { connectReader, connectWriter, ReadConnection, WriteConnection } from './connection.ts';
import { dbErrorKind, dbErrorWords } from './errors.ts';
import type { ReadHandle, WriteHandle } from './handles.ts';
import { noteHighWater, readHighWater } from './high-water.ts';
import { noticeLoss } from './history.ts';
import { migrate, newestSchema, schemaOf } from './migrate.ts';
import { checkPages, DamageError } from './page-check.ts';
import { setAside, standing } from './set-aside.ts';

export interface LedgerFiles {
  readonly database: string;
  readonly highWater: string;
}

/** The open ledger file. The handles stay the same objects when a damaged file is replaced. */
export interface OpenLedger {
  state(): LedgerState;
  /** Null where the file can only be read. */
  readonly write: WriteHandle | null;
  /** Reads on the same connection, for short reads on the main thread. */
  readonly read: ReadHandle;
  /** Looks at a file that a statement found damaged; where it is, sets it aside and goes on with a new one. */
  damaged(error: unknown): void;
  /** Moves the log into the file where nothing is in the way, and notes the high-water mark. */
  checkpoint(): void;
  /** Checkpoints, notes the high-water mark, closes. */
  close(): void;
}

/** Files up to this size are checked page by page at each start; damage in larger ones shows at a query. */
const wholeCheckBytes = 16 * 1024 * 1024;

/** A file that keeps being damaged is a broken disk: no loop of new files. */
const replacementsPerProcess = 3;

interface Opened {
  readonly database: Database.Database;
  readonly state: LedgerState;
  readonly writable: boolean;
}

/** An empty ledger in memory stands in: reads answer "nothing", writes fail, and the state says why. */
function standIn(why: string): Opened {
  const database = new Database(':memory:');
  migrate(new WriteConnection(database));
  database.pragma('query_only = ON');
  return { database, state: { kind: 'unreadable', why, setAside: null }, writable: false };
}

function openReadOnly(database: string, why: string): Opened {
  try {
    const reader = connectReader(database);
    // SQLite opens lazily: the first read tells whether this file can be read at all (case c06).
    reader.pragma('user_version');
    return { database: reader, state: { kind: 'read-only', why }, writable: false };
  } catch (error) {
    return standIn(`The ledger cannot be read: ${dbErrorWords(error)}.`);
  }
}

function hasTables(db: ReadHandle): boolean {
  return db.get('SELECT 1 FROM sqlite_schema LIMIT 1') !== undefined;
}

/** Opens a file that is there, or makes it. @throws where it is damaged or out of reach. */
function openFile(files: LedgerFiles, now: Date): Opened {
  const file = files.database;
  const found = standing(file);
  if (found.kind === 'other') throw new DamageError(found.why);
  // SQLite deletes a log beside an empty file, and with it rows that only the log still holds.
  if (found.kind !== 'file' && existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) {
    throw new DamageError('only its -wal file is left');
  }
  // What it holds is for one person: the log files take the mode of the file.
  if (found.kind === 'missing') closeSync(openSync(file, 'wx', 0o600));
  const database = connectWriter(file);
  try {
    const db = new WriteConnection(database);
    const schema = schemaOf(db);
    if (schema > newestSchema) {
      database.close();
      return openReadOnly(
        file,
        `A newer Inkwatch wrote this ledger (its schema is ${schema}, this program knows ${newestSchema}). It is shown and not changed; update Inkwatch to record again.`,
      );
    }
    const mark = readHighWater(files.highWater);
    if (found.kind === 'file' && (mark?.id ?? 0) > 0 && !hasTables(db)) {
      throw new DamageError('its rows are gone, since its -wal file is missing');
    }
    migrate(db);
    if (statSync(file).size <= wholeCheckBytes) checkPages(db);
    const warning = noticeLoss(db, mark, now);
    if (warning === null) return { database, state: { kind: 'ok' }, writable: true };
    noteHighWater(files.highWater, db);
    return { database, state: { kind: 'ok', warning }, writable: true };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Keeps a file that cannot be used under a dated name and begins a new one. */
function replaceFile(files: LedgerFiles, now: Date, error: unknown): Opened {
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
    );
  }
}

function openOrReplace(files: LedgerFiles, now: Date): Opened {
  try {
    mkdirSync(dirname(files.database), { recursive: true, mode: 0o700 });
    return openFile(files, now);
  } catch (error) {
    switch (dbErrorKind(error)) {
      case 'read-only':
      case 'io':
        return openReadOnly(files.database, `Nothing can be recorded: ${dbErrorWords(error)}.`);
      case 'busy':
      case 'full':
        return standIn(`The ledger cannot be opened: ${dbErrorWords(error)}.`);
      case 'corrupt':
        return replaceFile(files, now, error);
      case 'other': {
        const code = (error as NodeJS.ErrnoException).code ?? '';
        // A folder that cannot be made (ENOTDIR, EACCES) is no damage of the file.
        return /^E[A-Z]+$/.test(code)
          ? standIn(`The ledger cannot be opened: ${dbErrorWords(error)}.`)
          : replaceFile(files, now, error);
      }
    }
  }
}

/**
 * One reader's word is no proof: it may have read a file that was set aside, or only an index is damaged.
 * Looks through a connection of its own, since the writer would see its cache and not the disk.
 */
function isWhole(file: string): boolean {
  try {
    const fresh = new WriteConnection(connectWriter(file));
    try {
      checkPages(fresh);
      return true;
    } finally {
      fresh.close();
    }
  } catch (error) {
    return dbErrorKind(error) !== 'corrupt';
  }
}

/**
 * Opens or makes the ledger. Never throws for what it finds: a newer schema opens read-only, a damaged
 * file is set aside under a dated name and a new one made; `state()` says so.
 */
export function openLedger(files: LedgerFiles, now: () => Date = () => new Date()): OpenLedger {
  const opened = openOrReplace(files, now());
  const writer = opened.writable ? new WriteConnection(opened.database) : null;
  const reader = writer ?? new ReadConnection(opened.database);
  let state = opened.state;
  let replacements = 0;
  return {
    state: () => state,
    write: writer,
    read: reader,
    damaged(error) {
      if (writer === null || isWhole(files.database)) return;
      replacements += 1;
      writer.close();
      const next =
        replacements > replacementsPerProcess
          ? standIn(`The ledger file keeps being damaged: ${dbErrorWords(error)}. Check the disk.`)
          : replaceFile(files, now(), error);
      writer.reopen(next.database);
      state = next.state;
    },
    checkpoint() {
      if (writer === null) return;
      writer.checkpoint('PASSIVE');
      noteHighWater(files.highWater, writer);
    },
    close() {
      if (writer !== null) {
        writer.checkpoint('TRUNCATE');
        noteHighWater(files.highWater, writer);
      }
      reader.close();
    },
  };
}

/** A read-only connection of its own (workers, `inkwatch list`). @throws Error in plain words where there is none. */
export function openReader(database: string): ReadHandle & { close(): void } {
  // Only asks for the name: this process may have the file open (see `standing`).
  if (!existsSync(database)) throw new Error(`There is no ledger at ${database}.`);
  let reader: ReadConnection | null = null;
  try {
    reader = new ReadConnection(connectReader(database));
    const schema = schemaOf(reader);
    if (schema === 0) throw new Error('it is none, or one that no Inkwatch has opened yet');
    if (schema < newestSchema) {
      throw new Error('an older Inkwatch wrote it; start this one once, it brings it up to date');
    }
    return reader;
  } catch (error) {
    reader?.close();
    throw new Error(`The ledger ${database} cannot be read: ${dbErrorWords(error)}.`, {
      cause: error,
    });
  }
}
