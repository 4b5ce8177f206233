import type { SavedView } from '../../../shared/views.ts';
import type { WriteHandle } from '../handles.ts';

/** Puts the whole list in the place of the one before. */
export function putViews(db: WriteHandle, views: readonly SavedView[]): void {
  db.transaction(() => {
    db.run('DELETE FROM saved_views');
    views.forEach(({ id, name, query, columns }, position) => {
      db.run(
        'INSERT INTO saved_views (id, position, name, query, columns) VALUES (?, ?, ?, ?, ?)',
        [id, position, name, query, columns === null ? null : JSON.stringify(columns)],
      );
    });
  });
}
