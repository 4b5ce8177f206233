import type { ReadHandle } from '../handles.ts';

/** A registered SQLite file, as its table holds it. */
export interface DatabaseRow {
  readonly name: string;
  /** Absolute, without links. */
  readonly path: string;
  readonly read_only: 0 | 1;
  readonly added_ms: number;
}

/** All of them, by name. */
export function databaseRows(db: ReadHandle): readonly DatabaseRow[] {
  return db.all<DatabaseRow>('SELECT name, path, read_only, added_ms FROM databases ORDER BY name');
}
