import { clientDisplayName } from '../../shared/client-names.ts';
import { type LedgerRow, ledgerColumns } from '../../shared/ledger.ts';
import { shownOutcomeOf } from '../../shared/outcome.ts';
import { summaryText } from '../../shared/summary-words.ts';
import { alignedLines, jsonText, localTime } from './table.ts';

/** One row as one line of JSON, in the ledger's columns. */
export function jsonLine(row: LedgerRow): string {
  return jsonText(Object.fromEntries(ledgerColumns.map((column) => [column, row[column]])));
}

const headings = ['ID', 'TIME', 'CLIENT', 'TOOL', 'OUTCOME', 'WHAT', 'WHY'];
const widest = [12, 25, 24, 24, 9, 60, 60];

/** Rows as a plain table with its headings; all text on one visible line per row. */
export function tableLines(rows: readonly LedgerRow[], withHeadings = true): readonly string[] {
  const lines = alignedLines(
    [
      headings,
      ...rows.map((row) => [
        String(row.id),
        localTime(row.timestamp_ms),
        clientDisplayName(row.client_info, row.client_name),
        row.tool_name,
        shownOutcomeOf(row),
        summaryText(row),
        row.reason ?? '',
      ]),
    ],
    widest,
  );
  return withHeadings ? lines : lines.slice(1);
}
