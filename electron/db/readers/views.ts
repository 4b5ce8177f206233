import { type SavedView, savedViewSchema } from '../../../shared/views.ts';
import type { ReadHandle } from '../handles.ts';

/** In their order. A view that this version cannot read (another one wrote it) loses its columns, not its filter. */
export function savedViews(db: ReadHandle): readonly SavedView[] {
  return db
    .all<{ id: string; name: string; query: string; columns: string | null }>(
      'SELECT id, name, query, columns FROM saved_views ORDER BY position',
    )
    .flatMap((row) => {
      const whole = savedViewSchema.safeParse({ ...row, columns: columnsOf(row.columns) });
      const rest = whole.success ? whole : savedViewSchema.safeParse({ ...row, columns: null });
      return rest.success ? [rest.data] : [];
    });
}

function columnsOf(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
