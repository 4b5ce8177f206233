import type { WriteRow } from '../../../shared/answers.ts';
import { clientDisplayName } from '../../../shared/client-names.ts';
import { csvCell } from '../../../shared/csv.ts';
import { ledgerColumns } from '../../../shared/ledger.ts';
import { shownOutcomeNames, shownOutcomeOf } from '../../../shared/outcome.ts';
import { summaryText } from '../../../shared/summary-words.ts';
import { visibleLine } from '../../../shared/text.ts';

export type CopyFormat = 'json' | 'csv' | 'lines';

/** A person's marks stand after the ledger's columns, as in an export. */
function entriesOf(row: WriteRow): readonly (readonly [string, unknown])[] {
  const ledger = ledgerColumns.map((column) => [column, row[column]] as const);
  const { mark } = row;
  return [
    ...ledger,
    ['flagged', mark?.flagged === true ? 1 : 0],
    ['reviewed', mark?.reviewed === true ? 1 : 0],
    ['comment', mark?.comment ?? null],
  ];
}

/** The ledger's own columns in table order, then the marks; what else the window adds is left out. */
export function rowAsJson(row: WriteRow): string {
  return JSON.stringify(Object.fromEntries(entriesOf(row)), null, 2);
}

/** One RFC 4180 record of the same, without a line end; inert when pasted into a spreadsheet. */
export function rowAsCsv(row: WriteRow): string {
  return entriesOf(row)
    .map(([, value]) =>
      csvCell(typeof value === 'string' || typeof value === 'number' ? value : null),
    )
    .join(',');
}

/** Several writes for the clipboard: an array, records under a header, or a line each. */
export function writesAsText(rows: readonly WriteRow[], format: CopyFormat): string {
  switch (format) {
    case 'json':
      return JSON.stringify(
        rows.map((row) => Object.fromEntries(entriesOf(row))),
        null,
        2,
      );
    case 'csv': {
      const header = [...ledgerColumns, 'flagged', 'reviewed', 'comment'].join(',');
      return [header, ...rows.map(rowAsCsv)].join('\r\n');
    }
    case 'lines':
      return rows.map(lineOf).join('\n');
  }
}

function lineOf(row: WriteRow): string {
  return [
    new Date(row.timestamp_ms).toISOString(),
    clientDisplayName(row.client_info, row.client_name),
    row.tool_name,
    summaryText(row),
    row.reason ?? '',
    shownOutcomeNames[shownOutcomeOf(row)],
  ]
    .map(visibleLine)
    .join('\t');
}
