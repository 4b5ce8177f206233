import type { ReadHandle } from '../handles.ts';

/** About 3 ms per MB: more is left to the next start and to the queries that find it. */
const mostBytes = 64 * 1024 * 1024;

/** The first damage that reading every page finds; null: none, or the file is too large to look now. */
export function pageDamage(db: ReadHandle): string | null {
  const size = db.get<{ bytes: number }>(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  );
  if ((size?.bytes ?? 0) > mostBytes) return null;
  const found = db.get<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check ?? 'ok';
  return found === 'ok' ? null : found;
}
