/** What a failed statement means for the caller. `busy` is worth another try, `corrupt` needs `OpenLedger.damaged`. */
export type DbErrorKind = 'busy' | 'full' | 'corrupt' | 'read-only' | 'io' | 'other';

/** SQLite's name of the error ("SQLITE_BUSY"), its cause's where it has none of its own; null: not SQLite's. */
export function sqliteCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_')) {
    return error.code;
  }
  return 'cause' in error ? sqliteCode(error.cause) : null;
}

/** It is known why the ledger cannot be written; the message is for a person and ends without a full stop. */
export class OutOfReachError extends Error {
  override readonly name = 'OutOfReachError';
  readonly code = 'SQLITE_CANTOPEN';
}

/** Kind of an error thrown by a handle; `other` for anything that is not SQLite's. */
export function dbErrorKind(error: unknown): DbErrorKind {
  const code = sqliteCode(error) ?? '';
  // A damaged full-text index is rebuilt from the rows; it is no reason to set the rows aside.
  if (code === 'SQLITE_CORRUPT_VTAB') return 'other';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'busy';
  if (/^SQLITE_FULL/.test(code)) return 'full';
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'corrupt';
  if (/^SQLITE_READONLY/.test(code)) return 'read-only';
  if (/^SQLITE_(IOERR|CANTOPEN|PERM|AUTH)/.test(code)) return 'io';
  return 'other';
}

/** The same in words that a person can act on. */
export function dbErrorWords(error: unknown): string {
  if (error instanceof OutOfReachError) return error.message;
  switch (dbErrorKind(error)) {
    case 'busy':
      return 'another program is holding the ledger file';
    case 'full':
      return 'the disk is full; free some space';
    case 'corrupt':
      return 'the ledger file is damaged';
    case 'read-only':
      return 'the ledger file or its folder may not be written to; check its permissions';
    case 'io':
      return 'the ledger file or its folder cannot be used; check the disk and its permissions';
    case 'other':
      return error instanceof Error ? error.message : String(error);
  }
}

/** Commits are in the log, and nobody knows whether they are on the disk. */
export class UnflushedError extends Error {
  override readonly name = 'UnflushedError';
  readonly code: string;
  constructor(cause: unknown) {
    super('the disk did not take the newest rows', { cause });
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
    this.code = code === 'ENOSPC' || code === 'EDQUOT' ? 'SQLITE_FULL' : 'SQLITE_IOERR_FSYNC';
  }
}

/** After a failed flush: the log could not be begun anew for now, since it is being read. */
export class LogInUseError extends Error {
  override readonly name = 'LogInUseError';
  readonly code = 'SQLITE_BUSY';
  constructor(cause: UnflushedError) {
    super('the log of the ledger is in use', { cause });
  }
}

/** SQLite gave the whole transaction up (disk full, I/O error) while its work went on. */
export class TransactionLostError extends Error {
  override readonly name = 'TransactionLostError';
  readonly code: string;
  constructor(cause: unknown) {
    super(`the transaction was given up: ${dbErrorWords(cause)}`, { cause });
    this.code = sqliteCode(cause) ?? 'SQLITE_ERROR';
  }
}
