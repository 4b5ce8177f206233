import type { WriteHandle } from '../handles.ts';
import type { DatabaseRow } from '../readers/databases.ts';

export function insertDatabase(db: WriteHandle, row: DatabaseRow): void {
  db.transaction(() =>
    db.run('INSERT INTO databases (name, path, read_only, added_ms) VALUES (?, ?, ?, ?)', [
      row.name,
      row.path,
      row.read_only,
      row.added_ms,
    ]),
  );
}

/** False: there was none of this name. */
export function deleteDatabase(db: WriteHandle, name: string): boolean {
  return db.transaction(() => db.run('DELETE FROM databases WHERE name = ?', [name]).changes > 0);
}
