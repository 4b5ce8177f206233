import type { WriteRow } from '../../../shared/ipc.ts';
import { type LedgerRow, ledgerColumns, numericColumns } from '../../../shared/ledger.ts';

/** The ledger's own columns in table order; what the window adds is left out. */
export function rowAsJson(row: WriteRow): string {
  const entries = ledgerColumns.map((column) => [column, row[column]] as const);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** One RFC 4180 record of the ledger's columns, without a line end. */
export function rowAsCsv(row: WriteRow): string {
  return ledgerColumns.map((column) => cell(column, row[column])).join(',');
}

function cell(column: keyof LedgerRow, value: string | number | null): string {
  if (value === null) return '';
  if (numericColumns.has(column)) return String(value);
  const text = inert(String(value));
  return /[",\r\n]/.test(text) || text !== String(value) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What starts a formula in a spreadsheet, after any white space, in ASCII and full width (case e01). */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/** Text that a spreadsheet would run gets an apostrophe before it: pasted, it stays text. */
function inert(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}
