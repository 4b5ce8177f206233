import type { WriteRow } from '../../../shared/answers.ts';
import { csvCell } from '../../../shared/csv.ts';
import { ledgerColumns } from '../../../shared/ledger.ts';

/** The ledger's own columns in table order; what the window adds is left out. */
export function rowAsJson(row: WriteRow): string {
  const entries = ledgerColumns.map((column) => [column, row[column]] as const);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** One RFC 4180 record of the ledger's columns, without a line end; inert when pasted into a spreadsheet. */
export function rowAsCsv(row: WriteRow): string {
  return ledgerColumns.map((column) => csvCell(row[column])).join(',');
}
