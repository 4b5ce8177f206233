import { keyNamed, keyWords, type QueryKey } from './keys.ts';
import { closestWord, named, type QueryError } from './query-error.ts';
import { opensQuote, quoted, readText } from './quote.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** `key:value` or `-key:value`. */
export interface Term extends Place {
  readonly kind: 'term';
  readonly hide: boolean;
  readonly key: QueryKey;
  readonly value: string;
  /** Where the value begins, with its `=` and quote. */
  readonly valueStart: number;
  /** `key:=value`: taken as it stands, no name is looked up. */
  readonly exact: boolean;
  readonly closed: boolean;
}

/** Free text: a bare word or a quoted text. */
export interface Words extends Place {
  readonly kind: 'text';
  readonly text: string;
  readonly closed: boolean;
}

/** What could not be read; its error is in the list. */
interface Unread extends Place {
  readonly kind: 'unread';
  readonly closed: boolean;
}

export type Token = Term | Words | Unread;

export interface Scanned {
  readonly tokens: readonly Token[];
  readonly errors: readonly QueryError[];
}

const keyPattern = /([a-z][a-z_-]*):/iy;

/** Cuts a query into tokens at white space outside quotes. Linear in the text; never throws. */
export function scan(text: string): Scanned {
  const tokens: Token[] = [];
  const errors: QueryError[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const { token, error } = scanToken(text, at);
    tokens.push(token);
    if (error !== null) errors.push(error);
    if (!token.closed) errors.push(notClosed(token));
    at = token.end;
    if (token.closed && /\S/.test(text[at] ?? ' ')) errors.push(noSpace(at));
  }
  return { tokens, errors };
}

interface ScannedToken {
  readonly token: Token;
  readonly error: QueryError | null;
}

function scanToken(text: string, start: number): ScannedToken {
  const dash = text[start] === '-';
  const at = dash ? start + 1 : start;
  keyPattern.lastIndex = at;
  const word = keyPattern.exec(text)?.[1];
  if (word !== undefined) {
    const valueStart = at + word.length + 1;
    const key = keyNamed(word);
    if (key !== null) return scanTerm(text, { start, hide: dash, key, valueStart });
    if (!looksLikeProse(text, valueStart)) return scanUnknownKey(text, start, word, valueStart);
  }
  // "->", "--flag" and a lone dash are text; "-word" was meant to hide, and text cannot be hidden.
  if (dash && (opensQuote(text, at) || /[\p{L}\p{N}]/u.test(text[at] ?? ''))) {
    const { end, closed, text: hidden } = readText(text, at);
    return {
      token: { kind: 'unread', start, end, closed },
      error: {
        start,
        end,
        message: 'Free text cannot be hidden.',
        hint: `Hide by a key, as in -tool:tree.tag; to search for the dash itself, write ${quoted(`-${hidden}`)}.`,
      },
    };
  }
  const { text: words, end, closed } = readText(text, start);
  return { token: { kind: 'text', start, end, text: words, closed }, error: null };
}

/** `https://…`, `C:\temp`, `std::move` and `TypeError: …` come from prose, not from a mistyped key. */
function looksLikeProse(text: string, valueStart: number): boolean {
  return /[\s/\\:]/.test(text[valueStart] ?? ' ');
}

function scanTerm(
  text: string,
  from: Pick<Term, 'start' | 'hide' | 'key' | 'valueStart'>,
): ScannedToken {
  const exact = text[from.valueStart] === '=';
  const { text: value, end, closed } = readText(text, from.valueStart + (exact ? 1 : 0));
  return { token: { kind: 'term', ...from, value, exact, end, closed }, error: null };
}

function scanUnknownKey(
  text: string,
  start: number,
  word: string,
  valueStart: number,
): ScannedToken {
  const { end, closed } = readText(text, valueStart);
  const meant = closestWord(word, keyWords);
  const instead =
    meant === null ? `The keys are ${keyWords.join(', ')}.` : `Did you mean ${meant}: ?`;
  return {
    token: { kind: 'unread', start, end, closed },
    error: {
      start,
      end,
      message: `There is no key ${named(word)}.`,
      hint: `${instead} To search for it as text, put it in quotes.`,
    },
  };
}

function notClosed(token: Token): QueryError {
  return {
    start: token.start,
    end: token.end,
    message: 'The quote is not closed.',
    hint: 'End it with ", and write "" for a quote inside.',
  };
}

function noSpace(at: number): QueryError {
  return {
    start: at,
    end: at + 1,
    message: 'A space is missing after the closing quote.',
    hint: 'Put a space here, or write "" for a quote inside the text.',
  };
}
