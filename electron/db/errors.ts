/** What a failed statement means for the caller. `busy` is worth another try, `corrupt` needs `OpenLedger.damaged`. */
export type DbErrorKind = 'busy' | 'full' | 'corrupt' | 'read-only' | 'io' | 'other';

/** Kind of an error thrown by a handle; `other` for anything that is not SQLite's. */
export function dbErrorKind(_error: unknown): DbErrorKind {
  throw new Error('dbErrorKind: body follows');
}

/** The same in words that a person can act on. */
export function dbErrorWords(_error: unknown): string {
  throw new Error('dbErrorWords: body follows');
}
