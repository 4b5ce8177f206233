import { cutBytes, cutCharacters, wellFormed } from '../../shared/text.ts';

/**
 * Text as the ledger keeps it: valid UTF-8, and a NUL spelled out, since many readers of SQLite and CSV
 * take it for the end (case a15).
 */
export function storedText(text: string): string {
  return wellFormed(text).replaceAll('\u0000', '\\u0000');
}

/** The same, at most `max` UTF-16 units; null stays null. */
export function storedWithin(text: string | null, max: number): string | null {
  return text === null ? null : cutCharacters(storedText(text), max);
}

/** The same, at most `max` bytes. */
export function storedWithinBytes(text: string, max: number): string {
  return cutBytes(storedText(text), max);
}

/** A summary longer than this is no summary: its place is taken by its length. */
const longestSummary = 16_384;

/** `args_summary` as JSON text. Never throws: a write is not lost over its summary. */
export function storedSummary(summary: Readonly<Record<string, unknown>>): string {
  let text: string;
  try {
    text = JSON.stringify(summary, (_, value: unknown) =>
      typeof value === 'string' ? wellFormed(value) : value,
    );
  } catch {
    return '{"summary_failed":true}';
  }
  return text.length <= longestSummary ? text : `{"summary_too_long":${text.length}}`;
}
