/** What a cell begins with where a spreadsheet may run it, after any white space, in ASCII and full width (case e01). */
const before = String.raw`\s\u200b-\u200f\u2060\ufeff`;
const starters = String.raw`=+\-@＝＋－＠`;
const formula = new RegExp(`^(?:[${before}]*[${starters}]|[\\t\\r\\n])`);
const needsQuotes = /[",\r\n]/;
/** One look that lets nearly every cell of a million rows pass: neither of the two above can match the rest. */
const worthALook = new RegExp(`^[${before}${starters}]|[",\\r\\n]`);
const plainCell = `(?:[^${before}${starters}",][^",\\r\\n]*)?`;

/**
 * One cell of RFC 4180. Text that a spreadsheet would run gets an apostrophe before it, inside quotes,
 * and stays text; a number cannot start a formula, and stays bare.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (!worthALook.test(value)) return value;
  if (formula.test(value)) return `"'${value.replaceAll('"', '""')}"`;
  return needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/**
 * Tells whether a text, made of so many values joined by commas, is those cells as `csvCell` writes them:
 * one look at all of them together. False says nothing of any one.
 */
export function plainCells(count: number): (joined: string) => boolean {
  const pattern = new RegExp(`^(?:${plainCell},){${count - 1}}${plainCell}$`);
  return (joined) => pattern.test(joined);
}
