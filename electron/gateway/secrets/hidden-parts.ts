import { REDACTED, redactText } from '../capture/redact-text.ts';
import { isSecretKey } from '../capture/secret-keys.ts';

/** A text of a configuration with what a person may see of it. */
export interface HiddenPart {
  /** With `[redacted]` in it. */
  readonly shown: string;
  /** What was taken out. */
  readonly secrets: readonly string[];
}

const flag = /^--?[A-Za-z][\w-]*$/;
/** Addresses hold keys in their paths: a piece of digits and letters that no person would type. */
const longestPlain = 16;

/**
 * The argument at `at` where it holds a secret, or looks as if it were hidden already; null: it may be shown.
 * What stands behind the flag of a secret goes whole.
 */
export function hiddenArgument(args: readonly string[], at: number): HiddenPart | null {
  const text = args[at] ?? '';
  const before = args[at - 1] ?? '';
  if (text !== '' && flag.test(before) && isSecretKey(before)) {
    return { shown: REDACTED, secrets: [text] };
  }
  const address = /^(?:--?[\w-]+=)?(https?:\/\/.*)$/i.exec(text)?.[1];
  if (address !== undefined) {
    const part = hiddenAddress(address);
    if (part !== null) {
      return { ...part, shown: text.slice(0, text.length - address.length) + part.shown };
    }
  }
  const secrets: string[] = [];
  const shown = redactText(text, (secret) => secrets.push(secret));
  return shown === text && !text.includes(REDACTED) ? null : { shown, secrets };
}

/** An address where more than a plain place is in it: a login, a query, a long piece of its path; null: none. */
export function hiddenAddress(address: string): HiddenPart | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const secrets = [decoded(url.username), decoded(url.password), ...url.searchParams.values()];
  const path = url.pathname
    .split('/')
    .map((piece) => {
      const isPlain = piece.length < longestPlain || !/\d/.test(piece) || !/[a-z]/i.test(piece);
      if (isPlain && redactText(piece) === piece) return piece;
      secrets.push(piece, decoded(piece));
      return REDACTED;
    })
    .join('/');
  const login = url.username === '' && url.password === '' ? '' : `${REDACTED}@`;
  const query = url.search === '' ? '' : `?${REDACTED}`;
  const rest = url.hash === '' ? '' : `#${REDACTED}`;
  const plain = login === '' && query === '' && rest === '' && path === url.pathname;
  if (plain && !address.includes(REDACTED)) return null;
  const shown = `${url.protocol}//${login}${url.host}${path}${query}${rest}`;
  return {
    shown: shown.includes(REDACTED) ? shown : `${shown}#${REDACTED}`,
    secrets: secrets.filter((secret) => secret !== ''),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
