import { csvCell } from '../../shared/csv.ts';
import { ledgerColumns } from '../../shared/ledger.ts';
import type { ExportRow } from '../db/readers/export-rows.ts';
import type { ExportJob } from './export-job.ts';

/** How one format is written: what comes first, and the text of a page of rows. */
export interface ExportText {
  readonly head: string;
  page(rows: readonly ExportRow[]): string;
}

/** RFC 4180 ends each record so, whatever the system's own line end is. */
const lineEnd = '\r\n';

/** The person-readable time stands before the number it is made of; a person's marks come after the ledger's columns. */
const csvHeader = [...ledgerColumns, 'flagged', 'reviewed', 'comment']
  .map((column) => (column === 'timestamp_ms' ? 'time,timestamp_ms' : column))
  .join(',');

export function exportText(
  job: Pick<ExportJob, 'format' | 'byteOrderMark' | 'timeZone'>,
): ExportText {
  if (job.format === 'jsonl') {
    return { head: '', page: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('') };
  }
  const time = job.timeZone === 'utc' ? utcTime : localTime();
  // Joining is a third faster than adding cell by cell, and csv-stringify took five times as long
  // per row as this does: the export has to keep within three times `sqlite3 -csv`.
  const record = (row: ExportRow): string =>
    `${ledgerColumns
      .map((column) =>
        // A year before 0 or after 9999 is written with a sign, which a spreadsheet would run.
        column === 'timestamp_ms'
          ? `${csvCell(time(row.timestamp_ms))},${row.timestamp_ms}`
          : csvCell(row[column]),
      )
      .join(',')},${row.flagged},${row.reviewed},${csvCell(row.comment)}${lineEnd}`;
  return {
    head: `${job.byteOrderMark ? '\ufeff' : ''}${csvHeader}${lineEnd}`,
    page: (rows) => rows.map(record).join(''),
  };
}

const utcTime = (ms: number): string => (isDate(ms) ? new Date(ms).toISOString() : '');

/** An imported row may hold a number that is no date; its cell stays empty, its `timestamp_ms` does not. */
const isDate = (ms: number): boolean => Math.abs(ms) <= 8.64e15;

/** ISO 8601 with the offset that was in force at that time; offsets are kept by quarter hour. */
function localTime(): (ms: number) => string {
  const offsets = new Map<number, number>();
  const quarterHour = 900_000;
  return (ms) => {
    if (!isDate(ms)) return '';
    const slot = Math.floor(ms / quarterHour);
    const minutes = offsets.get(slot) ?? -new Date(ms).getTimezoneOffset();
    if (offsets.size < 100_000) offsets.set(slot, minutes);
    const shifted = ms + minutes * 60_000;
    if (!isDate(shifted)) return utcTime(ms);
    const size = Math.abs(minutes);
    const two = (value: number) => String(value).padStart(2, '0');
    const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
    return new Date(shifted).toISOString().replace('Z', offset);
  };
}
