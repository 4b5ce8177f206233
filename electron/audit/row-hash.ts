import { hash } from 'node:crypto';
import { type LedgerRow, ledgerColumns } from '../../shared/ledger.ts';

/** What may change after a row was written: how often its call came again, and that it was undone. */
const changing: ReadonlySet<keyof LedgerRow> = new Set(['attempts', 'reverted_by_id', 'row_hash']);

/** The columns that the chain protects, in table order. */
const hashedColumns = ledgerColumns.filter((column) => !changing.has(column));

/** `row_hash`: SHA-256 over the hash of the chained row before (empty for the first) and this row's fixed columns. */
export function rowHash(previous: string, row: Omit<LedgerRow, 'row_hash'>): string {
  const fixed = hashedColumns.map((column) => row[column as keyof typeof row]);
  return hash('sha256', `${previous}\n${JSON.stringify(fixed)}`, 'hex');
}
