/** A token as SQLite's own tokenizer cuts it (sqlite.org/src, tokenize.c); comments and spaces are none. */
export interface SqlToken {
  readonly kind: 'word' | 'semicolon' | 'other';
  /** Words in upper case (ASCII, as SQLite folds them); of others the first character only. */
  readonly text: string;
  /** UTF-16 units from the start of the text. */
  readonly at: number;
}

/** What SQLite takes for space: no vertical tab, no no-break space, but a byte-order mark. */
const space = /[ \t\n\f\r\ufeff]+/y;
const lineComment = /--[^\n]*/y;
/** One that is not closed reaches to the end; a bare slash and star at the very end are two operators. */
const blockComment = /\/\*(?=[\s\S])[\s\S]*?(?:\*\/|$)/y;
/** A quote is doubled inside; a text that is not closed reaches to the end, which SQLite refuses. */
const quoted = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?/y;
const blob = /[xX]'[^']*'?/y;
const word = /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y;
/** A parameter or a number: a letter in it begins no word. */
const glued = /[?:@$#0-9][A-Za-z0-9_$.\u0080-\uffff]*/y;

/** Cuts SQL into its tokens. Never throws: what SQLite would refuse is an `other`. */
export function* sqlTokens(sql: string): Generator<SqlToken> {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(sql)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  while (at < sql.length) {
    if (take(space) !== null || take(lineComment) !== null || take(blockComment) !== null) continue;
    const start = at;
    if (take(quoted) !== null || take(blob) !== null) {
      yield { kind: 'other', text: sql.charAt(start), at: start };
      continue;
    }
    const found = take(word);
    if (found !== null) {
      yield {
        kind: 'word',
        text: found.replace(/[a-z]+/g, (part) => part.toUpperCase()),
        at: start,
      };
      continue;
    }
    if (take(glued) === null) at += 1;
    const text = sql.charAt(start);
    yield { kind: text === ';' ? 'semicolon' : 'other', text, at: start };
  }
}
