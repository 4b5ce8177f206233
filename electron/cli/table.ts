import { cutCharacters, visibleLine } from '../../shared/text.ts';

/** What a terminal acts on or hides and JSON leaves as it is. */
const inert = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** One value as one line of JSON; the same value for a parser, harmless on a terminal. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(
    inert,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Cells in aligned columns, one visible line per row; a cell is cut at the width given for its column. */
export function alignedLines(
  rows: readonly (readonly string[])[],
  widest: readonly number[],
): readonly string[] {
  const cells = rows.map((row) =>
    row.map((text, column) => shorten(visibleLine(text), widest[column] ?? 60)),
  );
  const widths = widest.map((_, column) =>
    Math.max(0, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  return cells.map((line) =>
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
export function localTime(ms: number): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return String(ms);
  const offset = -date.getTimezoneOffset();
  const two = (value: number) => String(value).padStart(2, '0');
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}${zone}`;
}
