import type { ReadHandle } from './handles.ts';

/**
 * A number that changes once somebody else committed, of the state that a snapshot sees. What a reader
 * keeps under it is good as long as it stays. Null: a connection that writes is not told of its own writes.
 */
export function dataVersion(db: ReadHandle): number | null {
  if (db.access !== 'read') return null;
  return db.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? null;
}
