/**
 * Quoting. Inside quotes a doubled quote is one quote and `\u{202e}` is that character, as the window
 * shows it; every other backslash is itself, since a search is literal and paths are full of them.
 */

/** Characters that cannot be seen, or that change how others are seen; with `u`, lone surrogates too. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const escaped = /\\u\{([0-9a-f]{1,6})\}/gi;

/** Quotes that open a text, each with the one that closes it. Chat and mail programs curl them. */
const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
]);

/** A piece of text read at some place: bare up to the next space, or quoted. */
export interface ReadText {
  readonly text: string;
  readonly end: number;
  /** False where a quote was opened and the text ended first. */
  readonly closed: boolean;
}

/** Puts any text in quotes, on one line, with what cannot be seen as escapes. */
export function quoted(text: string): string {
  const safe = text
    .replace(/\\(?=u\{[0-9a-f]{1,6}\})/gi, '\\u{5c}')
    .replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return `"${safe.replaceAll('"', '""')}"`;
}

/** True where the text reads back as itself without quotes, as a value after `key:`. */
export function isBareValue(text: string): boolean {
  return /^[^\s"“”=][^\s"“”]*$/.test(text) && text.search(hidden) === -1;
}

/** True where one word reads back as free text without quotes. */
export function isBareWord(word: string): boolean {
  // A colon could make it a key, a dash something to hide: quotes cost less than cleverness.
  return isBareValue(word) && !word.includes(':') && !word.startsWith('-');
}

/** True where a quote opens at `at`. */
export function opensQuote(text: string, at: number): boolean {
  return closers.has(text[at] ?? '');
}

/** Reads a quoted text that opens at `at`, or what stands there up to the next white space. */
export function readText(text: string, at: number): ReadText {
  const closer = closers.get(text[at] ?? '');
  if (closer === undefined) {
    const length = text.slice(at).search(/\s/);
    const end = length === -1 ? text.length : at + length;
    return { text: text.slice(at, end), end, closed: true };
  }
  let raw = '';
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf(closer, from);
    if (quote === -1) {
      return { text: unescaped(raw + text.slice(from)), end: text.length, closed: false };
    }
    raw += text.slice(from, quote);
    if (text[quote + 1] !== closer) return { text: unescaped(raw), end: quote + 1, closed: true };
    raw += closer;
    from = quote + 2;
  }
}

function unescaped(raw: string): string {
  return raw.replace(escaped, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
