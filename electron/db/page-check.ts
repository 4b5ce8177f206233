import type { WriteHandle } from './handles.ts';
import { resetSearch } from './search-index.ts';

/** Damage of the rows themselves; `code` as SQLite would say it. */
export class DamageError extends Error {
  readonly code = 'SQLITE_CORRUPT';
}

/** What the check says of a full-text index, whose tables are made from the rows. */
const ofSearch = /fts5|inverted index|_search(_|\b)/i;

/**
 * Reads every page (about 3 ms per MB). Damage in a full-text index alone is repaired from the rows.
 * @throws DamageError, or SQLite's own error, where rows are damaged.
 */
export function checkPages(db: WriteHandle): void {
  const found = db
    .all<{ quick_check: string }>('PRAGMA quick_check(20)')
    .map((row) => row.quick_check)
    .filter((words) => words !== 'ok');
  const [first] = found;
  if (first === undefined) return;
  if (!found.every((words) => ofSearch.test(words))) throw new DamageError(`damaged: ${first}`);
  resetSearch(db);
}
