import { type LedgerRow, ledgerColumns } from '../../../shared/ledger.ts';
import type { ReadHandle } from '../handles.ts';

const sql = `SELECT ${ledgerColumns.join(', ')} FROM mcp_writes WHERE id > ? ORDER BY id LIMIT ?`;

/** The rows recorded after the one with this id, in the order of recording. */
export function rowsAfter(db: ReadHandle, id: number, limit: number): readonly LedgerRow[] {
  return db.all<LedgerRow>(sql, [id, limit]);
}
