import type { ReadHandle } from '../handles.ts';

/** Rows of the ledger that the full-text index does not know yet. */
export function searchBacklog(db: ReadHandle): number {
  const found = db.get<{ rows: number }>(
    `SELECT max(0, coalesce((SELECT max(id) FROM mcp_writes), 0) - upto) AS rows
      FROM search_progress WHERE name = 'writes'`,
  );
  if (found === undefined) throw new Error('the index has no mark of how far it is');
  return found.rows;
}
