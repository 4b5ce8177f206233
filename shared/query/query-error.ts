import { cutCharacters, visibleLine } from '../text.ts';

/** One thing in a query that could not be read as meant. What could be read is used all the same. */
export interface QueryError {
  /** `[start, end)` in the query's text, in UTF-16 units, as `setSelectionRange` takes them. */
  readonly start: number;
  readonly end: number;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to write instead. */
  readonly hint: string;
}

/** A piece of the person's own text inside a message: one visible line, cut, in quotation marks. */
export function named(text: string): string {
  const line = visibleLine(cutCharacters(text, 200));
  const cut = cutCharacters(line, 40);
  return `“${cut}${cut.length < line.length ? '…' : ''}”`;
}

/** The word of `words` that `typed` was most likely meant to be (at most two slips); null: none. */
export function closestWord(typed: string, words: readonly string[]): string | null {
  if (typed.length < 2 || typed.length > 32) return null;
  const lower = typed.toLowerCase();
  let best: string | null = null;
  let bestSlips = lower.length < 4 ? 2 : 3;
  for (const word of words) {
    const slips = slipsBetween(lower, word);
    if (slips < bestSlips) {
      best = word;
      bestSlips = slips;
    }
  }
  return best;
}

/** Levenshtein distance: letters to add, drop or change. */
function slipsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
