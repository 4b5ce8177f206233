import { type LedgerRow, ledgerColumns } from '../../../shared/ledger.ts';
import type { ReadHandle } from '../handles.ts';

/** The ledger's columns as SQL, in table order. */
export const writeColumns = ledgerColumns.map((column) => `mcp_writes.${column}`).join(', ');

export function writeById(db: ReadHandle, id: number): LedgerRow | undefined {
  return db.get<LedgerRow>(`SELECT ${writeColumns} FROM mcp_writes WHERE id = ?`, [id]);
}
