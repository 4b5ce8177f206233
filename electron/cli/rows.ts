import { clientDisplayName } from '../../shared/client-names.ts';
import { type LedgerRow, ledgerColumns } from '../../shared/ledger.ts';
import { shownOutcomeOf } from '../../shared/outcome.ts';
import { summaryText } from '../../shared/summary-words.ts';
import { cutCharacters, visibleLine } from '../../shared/text.ts';

/** What a terminal acts on or hides and JSON leaves as it is. */
const inert = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** One row as one line of JSON, in the ledger's columns; the same value for a parser, harmless on a terminal. */
export function jsonLine(row: LedgerRow): string {
  const members = Object.fromEntries(ledgerColumns.map((column) => [column, row[column]]));
  return JSON.stringify(members).replace(
    inert,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const headings = ['ID', 'TIME', 'CLIENT', 'TOOL', 'OUTCOME', 'WHAT', 'WHY'];
const widest = [12, 25, 24, 24, 9, 60, 60];

/** Rows as a plain table with its headings; all text on one visible line per row. */
export function tableLines(rows: readonly LedgerRow[], withHeadings = true): readonly string[] {
  const cells = rows.map((row) =>
    [
      String(row.id),
      localTime(row.timestamp_ms),
      clientDisplayName(row.client_info, row.client_name),
      row.tool_name,
      shownOutcomeOf(row),
      summaryText(row),
      row.reason ?? '',
    ].map((text, column) => shorten(visibleLine(text), widest[column] ?? 60)),
  );
  const all = withHeadings ? [headings, ...cells] : cells;
  const widths = headings.map((_, column) =>
    Math.max(...all.map((line) => line[column]?.length ?? 0)),
  );
  return all.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${cutCharacters(text, most - 1)}…`;
}

/** Local time with its offset, so that the hour that a clock change repeats is told apart. */
function localTime(ms: number): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return String(ms);
  const offset = -date.getTimezoneOffset();
  const two = (value: number) => String(value).padStart(2, '0');
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}${zone}`;
}
