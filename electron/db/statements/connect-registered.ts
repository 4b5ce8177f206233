import Database from 'better-sqlite3';
import { sqliteCode } from '../errors.ts';
import type { SqlFile } from './sql-message.ts';

/** How long another program's lock is waited for. */
export const busyMs = 5000;

/** As many as SQLite attaches at all. */
const attachSlots = 10;

/**
 * A connection to a registered file, from which no other file can be reached: every place that ATTACH or
 * VACUUM INTO would take is taken by an empty database in memory, extensions cannot be loaded from SQL
 * (SQLite's own default), and the schema of the file runs nothing but what is harmless.
 */
export function connectRegistered(file: SqlFile, use: 'read' | 'write'): Database.Database {
  const readonly = use === 'read' || file.readOnly;
  const database = new Database(file.path, { readonly, fileMustExist: true, timeout: busyMs });
  try {
    database.pragma('temp_store = MEMORY');
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    for (let slot = 0; slot < attachSlots; slot += 1) {
      database.exec(`ATTACH ':memory:' AS inkwatch_closed_${slot}`);
    }
    if (readonly) database.pragma('query_only = ON');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Reads with a connection that cannot write, after undoing what a killed writer left, where that may be done. */
export function withReader<Result>(
  file: SqlFile,
  work: (database: Database.Database) => Result,
): Result {
  const read = (): Result => {
    const database = connectRegistered(file, 'read');
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  try {
    return read();
  } catch (error) {
    // A reader may not roll a journal back that another process left.
    const isLeft = /^SQLITE_READONLY_(ROLLBACK|RECOVERY|CANTINIT)/.test(sqliteCode(error) ?? '');
    if (file.readOnly || !isLeft) throw error;
    recover(file);
    return read();
  }
}

/** Opens a file to write and reads from it once, which is when SQLite undoes what a killed writer left. */
export function recover(file: SqlFile): void {
  const database = connectRegistered(file, 'write');
  try {
    database.prepare('SELECT count(*) FROM main.sqlite_schema').get();
  } finally {
    database.close();
  }
}

/** What a statement of ours may not have changed. @throws where another file was reached after all */
export function requireAlone(database: Database.Database): void {
  const reached = database.pragma('database_list') as readonly { name: string; file: string }[];
  const other = reached.find(({ name, file }) => name !== 'main' && file !== '');
  if (other !== undefined) throw new Error('the statement reached another file: it was undone');
}
