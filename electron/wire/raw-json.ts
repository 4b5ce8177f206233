/**
 * Looks into JSON text and changes single places of it, so that everything else stays as it was to the
 * byte: numbers beyond 2^53, the order of keys, escapes. The text must be valid JSON: `JSON.parse` took it.
 */

/** A member of an object: where its key and its value stand in the text. */
export interface RawMember {
  readonly key: string;
  readonly keyStart: number;
  readonly start: number;
  readonly end: number;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [comma, colon] = [0x2c, 0x3a];

function skipSpace(text: string, at: number): number {
  let next = at;
  for (;;) {
    const code = text.charCodeAt(next);
    // The byte-order mark is no JSON, but it may stand before it.
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09 && code !== 0xfeff) {
      return next;
    }
    next += 1;
  }
}

/** After the string that begins at `at`. */
function skipString(text: string, at: number): number {
  let from = at + 1;
  for (;;) {
    const end = text.indexOf('"', from);
    if (end === -1) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
    from = end + 1;
  }
}

/** After the value that begins at `at`. */
function skipValue(text: string, at: number): number {
  let depth = 0;
  let next = at;
  while (next < text.length) {
    const code = text.charCodeAt(next);
    if (code === quote) {
      next = skipString(text, next);
      if (depth === 0) return next;
      continue;
    }
    if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) {
      if (depth === 0) return next;
      depth -= 1;
      if (depth === 0) return next + 1;
    } else if (depth === 0 && (code === comma || code <= 0x20)) return next;
    next += 1;
  }
  return next;
}

/** The members of an object, in order, also those whose key comes twice; empty where it is no object. */
export function rawMembers(text: string): readonly RawMember[] {
  const members: RawMember[] = [];
  let at = skipSpace(text, 0);
  if (text.charCodeAt(at) !== openBrace) return members;
  at = skipSpace(text, at + 1);
  while (at < text.length && text.charCodeAt(at) !== closeBrace) {
    const keyStart = at;
    const keyEnd = skipString(text, at);
    at = skipSpace(text, keyEnd);
    if (text.charCodeAt(at) !== colon) return members;
    const start = skipSpace(text, at + 1);
    const end = skipValue(text, start);
    const raw = text.slice(keyStart + 1, keyEnd - 1);
    const key = raw.includes('\\') ? String(JSON.parse(text.slice(keyStart, keyEnd))) : raw;
    members.push({ key, keyStart, start, end });
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return members;
}

/** The elements of an array, each as its own text; empty where it is no array. */
export function rawElements(text: string): readonly string[] {
  const elements: string[] = [];
  let at = skipSpace(text, 0);
  if (text.charCodeAt(at) !== openBracket) return elements;
  at = skipSpace(text, at + 1);
  while (at < text.length && text.charCodeAt(at) !== closeBracket) {
    const end = skipValue(text, at);
    elements.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return elements;
}

/** The member that `JSON.parse` would take for this key: the last one; null: there is none. */
function memberOf(text: string, key: string): RawMember | null {
  return rawMembers(text).findLast((member) => member.key === key) ?? null;
}

/** The text of what stands at a path of keys; null: nothing does. */
export function rawAt(text: string, ...path: readonly string[]): string | null {
  let here = text;
  for (const key of path) {
    const member = memberOf(here, key);
    if (member === null) return null;
    here = here.slice(member.start, member.end);
  }
  return here;
}

/** The object with `value` at a path of keys; what is missing on the way is made. */
export function withRaw(text: string, path: readonly string[], value: string): string {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const member = memberOf(text, key);
  if (member !== null) {
    const inner = withRaw(text.slice(member.start, member.end), rest, value);
    return text.slice(0, member.start) + inner + text.slice(member.end);
  }
  const added = `${JSON.stringify(key)}:${rest.length === 0 ? value : withRaw('{}', rest, value)}`;
  const members = rawMembers(text);
  const last = members.at(-1);
  if (last === undefined) return `{${added}}`;
  return `${text.slice(0, last.end)},${added}${text.slice(last.end)}`;
}

/** The object without these members, each at a path of one or more keys' last one in the object at `at`. */
export function withoutRaw(text: string, at: readonly string[], keys: ReadonlySet<string>): string {
  const inner = at.length === 0 ? text : rawAt(text, ...at);
  if (inner === null) return text;
  const members = rawMembers(inner);
  const kept = members.filter(({ key }) => !keys.has(key));
  if (kept.length === members.length) return text;
  const made = `{${kept.map(({ keyStart, end }) => inner.slice(keyStart, end)).join(',')}}`;
  return at.length === 0 ? made : withRaw(text, at, made);
}
