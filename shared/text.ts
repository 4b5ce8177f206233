/** C0 and C1 controls, DEL: invisible or, in a terminal, commands. Tab and line feed are kept apart. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/**
 * Format characters (bidirectional overrides and isolates, zero-width ones, soft hyphens, tags that spell
 * hidden text, the byte-order mark), line separators, and letters without ink (Hangul fillers).
 */
const deceptive = /[\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;

function escapeCode(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Makes hostile text safe to show on one surface: control, bidirectional and zero-width characters
 * become visible escapes (`\u{202e}`), lone surrogates U+FFFD. Tabs and line ends stay.
 * The stored text is never changed; this is for window, terminal, notification and log.
 */
export function visibleText(text: string): string {
  return wellFormed(text).replace(controls, escapeCode).replace(deceptive, escapeCode);
}

/** The same on one line: tabs and line ends become escapes or spaces, runs of spaces collapse. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim();
}

/** Lone surrogates become U+FFFD, so that JSON, SQLite and files all hold valid UTF-8. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** Cuts to at most `max` UTF-16 units without splitting a character; adds nothing. */
export function cutCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splits ? max - 1 : max);
}

/** Cuts to at most `max` bytes of UTF-8 without splitting a character. */
export function cutBytes(text: string, max: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > max) return text.slice(0, end);
    end += character.length;
  }
  return text;
}
