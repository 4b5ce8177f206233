import { type LedgerRow, ledgerColumns } from '../../../shared/ledger.ts';
import type { ReadHandle } from '../handles.ts';

const sql = `SELECT ${ledgerColumns.join(', ')} FROM mcp_writes
  WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;

/** The rows with these ids, in the order of recording. */
export function rowsWithIds(db: ReadHandle, ids: readonly number[]): readonly LedgerRow[] {
  return db.all<LedgerRow>(sql, [JSON.stringify(ids)]);
}
