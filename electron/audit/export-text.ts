import { csvCell } from '../../shared/csv.ts';
import { type LedgerRow, ledgerColumns } from '../../shared/ledger.ts';
import {
  type ExportForm,
  type ExportPage,
  exportRuns,
  type Values,
} from '../db/readers/export-rows.ts';
import type { ExportJob } from './export-job.ts';
import { localTime, utcTime } from './export-time.ts';

/** How one format is written: what comes first, and the text of a page of rows in the form it wants. */
export interface ExportText {
  readonly head: string;
  readonly form: ExportForm;
  page(page: ExportPage): string;
}

/** RFC 4180 ends each record so, whatever the system's own line end is. */
const lineEnd = '\r\n';

/** A person's marks come after the ledger's columns. */
const columns = [...ledgerColumns, 'flagged', 'reviewed', 'comment'] as const;

/** The person-readable time stands before the number it is made of. */
const csvHeader = columns
  .map((column) => (column === 'timestamp_ms' ? 'time,timestamp_ms' : column))
  .join(',');

const unmarked: Values = [0, 0, null];

export function exportText(
  job: Pick<ExportJob, 'format' | 'byteOrderMark' | 'timeZone'>,
): ExportText {
  if (job.format === 'jsonl') {
    return {
      head: '',
      form: 'rows',
      page: (page) =>
        page.rows.map((row) => jsonLine(row, page.marks.get(row.id) ?? unmarked)).join(''),
    };
  }
  const time = job.timeZone === 'utc' ? utcTime() : localTime();
  return {
    head: `${job.byteOrderMark ? '\ufeff' : ''}${csvHeader}${lineEnd}`,
    form: 'runs',
    page(page) {
      let text = '';
      for (const row of page.runs) {
        const whole = page.whole.get(row[0] ?? 0);
        text += whole === undefined ? plainRecord(row, time) : wholeRecord(whole, time);
        const said = page.marks.get(row[0] ?? 0);
        text += said === undefined ? `,0,0,${lineEnd}` : `,${said.map(cell).join(',')}${lineEnd}`;
      }
      return text;
    },
  };
}

/** The object of a row with its marks at the end; no object is made anew for them. */
const jsonLine = (row: LedgerRow, [flagged, reviewed, comment]: Values): string => {
  const marks = JSON.stringify({ flagged, reviewed, comment });
  return `${JSON.stringify(row).slice(0, -1)},${marks.slice(1)}\n`;
};

const cell = (value: Values[number] | undefined): string =>
  csvCell(typeof value === 'string' || typeof value === 'number' ? value : null);

/** A year before 0 or after 9999 is written with a sign, which a spreadsheet would run. */
const timeCells = (value: Values[number] | undefined, time: (ms: number) => string): string =>
  `${csvCell(time(Number(value)))},${value}`;

/** A record whose runs are cells as they are. csv-stringify took ten times as long. */
function plainRecord(row: Values, time: (ms: number) => string): string {
  let line = `${row[0]},${timeCells(row[1], time)}`;
  for (let at = 2; at < exportRuns.length; at += 1) {
    line += exportRuns[at]?.isPlain === null ? `,${cell(row[at])}` : `,${row[at]}`;
  }
  return line;
}

function wholeRecord(row: Values, time: (ms: number) => string): string {
  const [id, timestamp, ...rest] = row;
  return [cell(id), timeCells(timestamp, time), ...rest.map(cell)].join(',');
}
