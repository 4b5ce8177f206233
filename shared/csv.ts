/** What starts a formula in a spreadsheet: after any white space, in ASCII and full width (case e01). */
const formula = /^(?:[\s\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]|[\t\r\n])/;
const needsQuotes = /[",\r\n]/;
/** One look that lets nearly every cell of a million rows pass: neither of the two above can match the rest. */
const worthALook = /^[\s\u200b-\u200f\u2060\ufeff=+\-@＝＋－＠]|[",\r\n]/;

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
