import Database from 'better-sqlite3';
import { LogInUseError, TransactionLostError, UnflushedError } from './errors.ts';
import type { ReadHandle, SqlParams, SqlValue, WriteHandle } from './handles.ts';
import { createLogFlush, type LogFlush } from './log-flush.ts';

/** Filters make many texts of SQL; the oldest statements beyond this are given back. */
const keptStatements = 200;

const writerCacheKib = 16_000;
/** The system keeps the file's pages as well; a process has several readers, and each of these is its own (P8). */
const readerCacheKib = 3_000;

interface Statement {
  readonly readonly: boolean;
  pluck(): unknown;
  raw(): unknown;
  all(...params: unknown[]): unknown[];
  get(...params: unknown[]): unknown;
  run(...params: unknown[]): { changes: number; lastInsertRowid: number | bigint };
}

/** A statement answers in one form for as long as it is kept. */
type StatementForm = 'rows' | 'plucked' | 'raw';

const given = (params: SqlParams | undefined): unknown[] => (params === undefined ? [] : [params]);

/** A read was stopped between two of its statements: nobody waits for its answer. */
export class StoppedReadError extends Error {
  override readonly name = 'StoppedReadError';
  constructor() {
    super('The read was stopped.');
  }
}

/** A connection that can only read; `close` ends it. */
export class ReadConnection implements ReadHandle {
  readonly access: 'read' | 'write' = 'read';
  #stopped: (() => boolean) | null = null;
  #database: Database.Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  protected get database(): Database.Database {
    return this.#database;
  }

  all<Row>(sql: string, params?: SqlParams): readonly Row[] {
    return this.reading(sql).all(...given(params)) as Row[];
  }

  column<Value extends SqlValue>(sql: string, params?: SqlParams): readonly Value[] {
    return this.reading(sql, 'plucked').all(...given(params)) as Value[];
  }

  values(sql: string, params?: SqlParams): readonly (readonly SqlValue[])[] {
    return this.reading(sql, 'raw').all(...given(params)) as SqlValue[][];
  }

  get<Row>(sql: string, params?: SqlParams): Row | undefined {
    return this.reading(sql).get(...given(params)) as Row | undefined;
  }

  snapshot<Result>(work: () => Result): Result {
    // Inside a transaction there is one state already.
    if (this.#database.inTransaction) return work();
    this.statement('BEGIN').run();
    try {
      return work();
    } finally {
      if (this.#database.inTransaction) this.statement('COMMIT').run();
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** Goes on with another file after `close`; handles that others hold stay the same objects. */
  reopen(database: Database.Database): void {
    this.#database = database;
  }

  /** Asked before each statement; true: a StoppedReadError instead of it. */
  stopWhen(stopped: () => boolean): void {
    this.#stopped = stopped;
  }

  private reading(sql: string, form: StatementForm = 'rows'): Statement {
    if (this.#stopped?.() === true) throw new StoppedReadError();
    const statement = this.statement(sql, form);
    if (!statement.readonly) throw new Error(`a reader was given a statement that writes: ${sql}`);
    return statement;
  }

  protected statement(sql: string, form: StatementForm = 'rows'): Statement {
    const key = form === 'rows' ? sql : `${form} ${sql}`;
    const kept = this.#statements.get(key);
    if (kept !== undefined) return kept;
    const made: Statement = this.#database.prepare(sql);
    if (form === 'plucked') made.pluck();
    if (form === 'raw') made.raw();
    if (this.#statements.size >= keptStatements) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(key, made);
    return made;
  }
}

/** The one connection that writes. */
export class WriteConnection extends ReadConnection implements WriteHandle {
  override readonly access = 'write';
  #inWork = false;
  #lastFailure: unknown = null;
  #inReach: () => void = () => {};
  #log: LogFlush | null = null;
  #flushes: 'now' | 'later' = 'now';
  /** A flush failed: the log may have a hole on the disk, behind which nothing is found again. */
  #unflushed: UnflushedError | null = null;
  readonly #openLog: (log: string) => LogFlush;

  /** @param openLog Flushes the log of a file; absent: as the system does. */
  constructor(database: Database.Database, openLog: (log: string) => LogFlush = createLogFlush) {
    super(database);
    this.#openLog = openLog;
  }

  /** Asked before each transaction; throws where what is written now would be lost. */
  guard(inReach: () => void): void {
    this.#inReach = inReach;
  }

  /** Writes all rows, those of the log too, into a new file. Works as well when the file's name is gone. */
  copyInto(file: string): void {
    this.database.prepare('VACUUM INTO ?').run(file);
  }

  run(sql: string, params?: SqlParams): { readonly changes: number; readonly lastId: number } {
    this.requireTransaction();
    if (!this.#inWork) this.flushAtCommit('now');
    try {
      const { changes, lastInsertRowid } = this.statement(sql).run(...given(params));
      return { changes, lastId: Number(lastInsertRowid) };
    } catch (error) {
      this.#lastFailure = error;
      throw error;
    }
  }

  transaction<Result>(work: () => Result, flush: 'now' | 'later' = 'now'): Result {
    if (this.#inWork) throw new Error('a transaction is open already; use savepoint inside it');
    this.#inReach();
    this.emptyUnflushed();
    this.flushAtCommit(flush);
    this.statement('BEGIN IMMEDIATE').run();
    this.#inWork = true;
    try {
      const result = work();
      if (result instanceof Promise) throw new Error('a transaction must not wait');
      this.requireTransaction();
      this.statement('COMMIT').run();
      if (flush === 'later') this.log().written();
      return result;
    } catch (error) {
      // A transaction left open would make every later write fail at once (case c02).
      if (this.database.inTransaction) this.statement('ROLLBACK').run();
      throw error;
    } finally {
      this.#inWork = false;
    }
  }

  savepoint<Result>(work: () => Result): Result {
    this.requireTransaction();
    const outermost = !this.#inWork;
    if (outermost) this.flushAtCommit('now');
    this.statement('SAVEPOINT work').run();
    this.#inWork = true;
    try {
      const result = work();
      this.requireTransaction();
      this.statement('RELEASE work').run();
      return result;
    } catch (error) {
      if (this.database.inTransaction) {
        this.statement('ROLLBACK TO work').run();
        this.statement('RELEASE work').run();
      }
      throw error;
    } finally {
      if (outermost) this.#inWork = false;
    }
  }

  async flushed(): Promise<void> {
    const log = this.#log;
    try {
      await log?.flushed();
    } catch (error) {
      if (error instanceof UnflushedError && log === this.#log) this.#unflushed = error;
      throw error;
    }
  }

  override close(): void {
    this.#log?.close();
    this.#log = null;
    this.#flushes = 'now';
    this.#unflushed = null;
    super.close();
  }

  /** Moves the log into the file; TRUNCATE waits for readers and empties the log. */
  checkpoint(mode: 'PASSIVE' | 'TRUNCATE'): void {
    this.database.pragma(`wal_checkpoint(${mode})`);
  }

  private log(): LogFlush {
    this.#log ??= this.#openLog(`${this.database.name}-wal`);
    return this.#log;
  }

  /** SQLite takes this between transactions only. */
  private flushAtCommit(flush: 'now' | 'later'): void {
    if (flush === this.#flushes) return;
    this.database.pragma(`synchronous = ${flush === 'now' ? 'FULL' : 'NORMAL'}`);
    this.#flushes = flush;
  }

  /**
   * After a failed flush the system takes pages that never got to the disk for written, so a flush that
   * succeeds proves nothing of them. All rows are written again, into the file, and the log begins anew.
   */
  private emptyUnflushed(): void {
    if (this.#unflushed === null) return;
    const [done] = this.database.pragma('wal_checkpoint(TRUNCATE)') as readonly { busy: number }[];
    // Some reader looks at the log: it is over in a moment.
    if (done?.busy !== 0) throw new LogInUseError(this.#unflushed);
    this.#unflushed = null;
  }

  /**
   * SQLite rolls back by itself when the disk is full: what the work runs after that would each commit
   * alone, and a refused write would leave half of itself.
   */
  private requireTransaction(): void {
    if (this.#inWork && !this.database.inTransaction) {
      throw new TransactionLostError(this.#lastFailure);
    }
  }
}

/** How long a statement waits for another process's lock, on the thread that serves MCP. */
const writerBusyMs = 75;
const readerBusyMs = 2_000;

/** While opening, another process may be in the middle of a checkpoint: that is worth the wait. */
const openBusyMs = 2_000;

/** Opens a file to write, with every setting that durability and speed rest on. */
export function connectWriter(file: string, waitMs = openBusyMs): Database.Database {
  const database = new Database(file, { timeout: waitMs });
  try {
    // A write touches some 14 pages of a few hundred bytes each: half the page is half the log (docs/storage.md).
    database.pragma('page_size = 2048');
    const mode = database.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal')
      throw new Error(`the file system of ${file} does not allow a write-ahead log`);
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('temp_store = MEMORY');
    database.pragma(`cache_size = -${writerCacheKib}`);
    // Rarer checkpoints (each 16 MB of log) write a page that changes all the time once instead of often.
    database.pragma('wal_autocheckpoint = 8000');
    // A log that a long reader let grow shrinks again at the next checkpoint (case c01).
    database.pragma('journal_size_limit = 16777216');
    database.pragma(`busy_timeout = ${writerBusyMs}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a file to read. A file in write-ahead mode needs a folder that can be written to (case c06). */
export function connectReader(file: string): Database.Database {
  const database = new Database(file, {
    readonly: true,
    fileMustExist: true,
    timeout: readerBusyMs,
  });
  try {
    database.pragma('query_only = ON');
    database.pragma('temp_store = MEMORY');
    database.pragma(`cache_size = -${readerCacheKib}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
