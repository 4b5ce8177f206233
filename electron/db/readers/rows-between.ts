import { type LedgerRow, ledgerColumns } from '../../../shared/ledger.ts';
import type { ReadHandle } from '../handles.ts';

const sql = `SELECT ${ledgerColumns.join(', ')} FROM mcp_writes WHERE id BETWEEN ? AND ? ORDER BY id`;

/** The rows with ids from `first` to `last`, both included. */
export function rowsBetween(db: ReadHandle, first: number, last: number): readonly LedgerRow[] {
  return db.all<LedgerRow>(sql, [first, last]);
}
