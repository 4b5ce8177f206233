import { isSecretKey } from './secret-keys.ts';
import { armourPattern, looksRandom, runPattern, tokenPattern } from './secret-shapes.ts';

export const REDACTED = '[redacted]';

/** Without any of these a short text holds no secret that could be seen: most values are such. */
const suspicious = /[=:@_./>-]|\b(?:is|was|bearer|basic|digest|apikey|token)\b/i;

type Found = (secret: string) => void;

/** A name and what leads to its value: `token=`, `"token": "`, `\"token\": \"`, `Cookie: `, `--token `. */
const namePattern =
  /(?<![\p{L}\p{N}_.-])-{0,2}([\p{L}][\p{L}\p{N}_.-]{0,127})(?:[\\"'`]{0,4}[ \t]{0,4}(?:=>|[:=])[ \t\n]{0,4}|[ \t]{1,2}(?:is|was)[ \t]{1,2})/gu;
const flagPattern = /(?<![\w-])--([A-Za-z][\w-]{0,127})[ \t]{1,4}(?!-)/g;
const schemePattern = /\b(bearer|basic|digest|apikey|token)[ \t]{1,4}([A-Za-z0-9._~+/=-]{6,})/gi;
const addressPattern = /\b([a-z][a-z0-9+.-]{1,30}:\/\/)([^\s/?#"'<>`]{1,1024})@/gi;
/** Passwords in these may hold any letter, also a slash. */
const connectionPattern =
  /\b((?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|ldaps?|smtps?|s?ftps?|clickhouse|nats|kafka)(?:\+[a-z0-9]+)?:\/\/)([^\s"'<>`]{1,1024})@/gi;
const webhookPattern =
  /(https:\/\/(?:hooks\.slack\.com|discord(?:app)?\.com\/api\/webhooks|[\w.-]+\.webhook\.office\.com))\/[^\s"'<>`]+/gi;

/**
 * The text with everything in it that looks like a secret as `[redacted]`: by the name before it, by its
 * shape, by its randomness. Linear in the text; give it 100,000 characters at most.
 * @param found Hears of each secret, so that it can be taken out where it stands alone.
 * @param random False where random text is what the value has to be: an id.
 */
export function redactText(text: string, found: Found = () => {}, random = true): string {
  if (text.length < 20 && !suspicious.test(text)) return text;
  const hide = (secret: string): string => {
    if (secret !== REDACTED) found(secret);
    return REDACTED;
  };
  let clean = text.replace(armourPattern, hide);
  clean = clean.replace(
    connectionPattern,
    (_, scheme: string, inner: string) => scheme + hideLogin(inner, hide),
  );
  clean = clean.replace(addressPattern, (whole, scheme: string, inner: string) =>
    inner === REDACTED || (!inner.includes(':') && inner.length < 20)
      ? whole
      : scheme + hideLogin(inner, hide),
  );
  clean = clean.replace(webhookPattern, (_, host: string) => `${host}/${REDACTED}`);
  clean = hideNamed(clean, namePattern, hide);
  clean = hideNamed(clean, flagPattern, hide);
  clean = clean.replace(schemePattern, (whole, scheme: string, secret: string) =>
    /^bearer$/i.test(scheme) || /[0-9=]|[a-z][A-Z]/.test(secret)
      ? `${scheme} ${hide(secret)}`
      : whole,
  );
  clean = clean.replace(tokenPattern, hide);
  if (!random) return clean;
  return clean.replace(runPattern, (run) => (looksRandom(run) ? hide(run) : run));
}

function hideLogin(login: string, hide: (secret: string) => string): string {
  const password = login.slice(login.indexOf(':') + 1);
  hide(password);
  if (password !== login) hide(login);
  return `${REDACTED}@`;
}

/** Takes out the values that stand behind the names of secrets. */
function hideNamed(text: string, pattern: RegExp, hide: (secret: string) => string): string {
  const parts: string[] = [];
  let done = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const name = match[1] ?? '';
    const start = match.index + match[0].length;
    if (!isSecretKey(name)) continue;
    const value = valueAt(text, start, name);
    if (value.end === value.start) continue;
    const secret = text.slice(value.start, value.end);
    const amount = /tokens$/i.test(name) && /^[0-9]{1,12}$/.test(secret);
    if (!amount) {
      parts.push(text.slice(done, value.start), hide(secret));
      done = value.end;
    }
    pattern.lastIndex = Math.max(value.end, start);
  }
  return done === 0 ? text : parts.join('') + text.slice(done);
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

const openings = /[\\]{0,3}["'`]/y;
const runs = /[^\s,;&"'`<>)}\]]+/y;
const wholeLine = /[^\n\r"'`<>]+/y;
const phrase = /[^\n\r"'`<>,;&)}\]]+/y;

/** Where the value of a name stands: in quotes, in brackets, or as far as such a value goes. */
function valueAt(text: string, start: number, name: string): Extent {
  if (text.startsWith(REDACTED, start)) return { start, end: start };
  openings.lastIndex = start;
  const opening = openings.exec(text)?.[0];
  if (opening !== undefined) {
    const inner = start + opening.length;
    return { start: inner, end: closing(text, inner, opening) };
  }
  const first = text[start];
  if (first === '{' || first === '[') return { start, end: balanced(text, start) };
  const pattern = /cookie|auth/i.test(name) ? wholeLine : /^pass/i.test(name) ? phrase : runs;
  pattern.lastIndex = start;
  const value = pattern.exec(text)?.[0] ?? '';
  const scheme = /^(?:bearer|basic|digest|token)$/i.test(value) ? /[ \t]{1,4}[^\s,;&"'`]+/y : null;
  if (scheme === null) return { start, end: start + value.trimEnd().length };
  scheme.lastIndex = start + value.length;
  return { start, end: start + value.length + (scheme.exec(text)?.[0].length ?? 0) };
}

/** Before the quote that closes; the end of the text where it was cut. */
function closing(text: string, from: number, opening: string): number {
  const escapes = opening.length - 1;
  const mark = opening.slice(-1);
  for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\' && at - backslashes > from) backslashes += 1;
    if (backslashes === escapes || (escapes === 0 && backslashes % 2 === 0)) return at - escapes;
  }
  return text.length;
}

/** After the bracket that closes the one at `start`; the end of the text where none does. */
function balanced(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '{' || letter === '[') depth += 1;
    if (letter === '}' || letter === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
