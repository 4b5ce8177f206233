/** A bound value of a statement. */
export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

/**
 * A connection that can only read: it has no way to run a statement that writes, so a query path
 * cannot compile a write. Statements are prepared once per SQL text and kept.
 */
export interface ReadHandle {
  readonly access: 'read' | 'write';
  all<Row>(sql: string, params?: SqlParams): readonly Row[];
  /** The first column of each row: a tenth of the cost where rows are many. */
  column<Value extends SqlValue>(sql: string, params?: SqlParams): readonly Value[];
  /** Each row as its values, in the order of its columns. */
  values(sql: string, params?: SqlParams): readonly (readonly SqlValue[])[];
  get<Row>(sql: string, params?: SqlParams): Row | undefined;
  /** Runs reads that must see one state of the file; it ends with `work`, so that no read holds the log. */
  snapshot<Result>(work: () => Result): Result;
}

/** The one connection that writes. Only writers/ and the dispatcher's transaction take it. */
export interface WriteHandle extends ReadHandle {
  readonly access: 'write';
  run(sql: string, params?: SqlParams): { readonly changes: number; readonly lastId: number };
  /**
   * Runs `work` in one immediate transaction; any throw rolls all of it back and is thrown on. On the disk
   * when it returns; with `later` it outlives the process, and a power cut only once `flushed` says so.
   */
  transaction<Result>(work: () => Result, flush?: 'now' | 'later'): Result;
  /** Resolves once all that was committed before is on the disk. Rejects with an UnflushedError. */
  flushed(): Promise<void>;
  /** Runs `work` inside the open transaction; a throw undoes only `work` and is thrown on. */
  savepoint<Result>(work: () => Result): Result;
}
