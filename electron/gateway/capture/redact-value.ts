import { isRecord } from '../../wire/json-rpc.ts';
import type { BigNumbers, Path } from './big-numbers.ts';
import { REDACTED, redactText } from './redact-text.ts';
import { isSecretKey, isSecretMember } from './secret-keys.ts';
import { looksRandom } from './secret-shapes.ts';

/** How much of a value is looked at: what is beyond is left out, and said to be. */
export interface RedactBounds {
  readonly depth: number;
  readonly nodes: number;
  /** Characters of one text. */
  readonly text: number;
  /** Characters of all texts. */
  readonly allText: number;
}

export interface RedactOptions {
  readonly bounds: RedactBounds;
  readonly numbers: BigNumbers;
  readonly found: (secret: string) => void;
  /** Names of arguments that the tool itself declares. */
  readonly declared: ReadonlySet<string>;
}

export interface RedactedValue {
  readonly value: unknown;
  readonly cut: boolean;
}

/** A copy with every secret as `[redacted]`, at any depth, in pairs and in JSON within texts. */
export function redactValue(value: unknown, options: RedactOptions): RedactedValue {
  const walk = createWalk(options);
  return { value: walk.copy(value, [], 0), cut: walk.cut() };
}

const nameFields = ['name', 'key', 'header', 'field', 'variable', 'k'];
const valueFields = /^(?:value|values|val|v|content|data|secret|text)$/i;
const flag = /^--?[A-Za-z][\w-]*$/;

interface Walk {
  copy(value: unknown, path: Path, depth: number): unknown;
  cut(): boolean;
}

function createWalk({ bounds, numbers, found, declared }: RedactOptions): Walk {
  let nodes = bounds.nodes;
  let letters = bounds.allText;
  let cut = false;

  const left = (what: string): string => {
    cut = true;
    return `[cut: ${what}]`;
  };

  /** A secret whole, and every text in it on its own. */
  const hide = (value: unknown): string => {
    const open: unknown[] = [value];
    for (let seen = 0; open.length > 0 && seen < 1000; seen += 1) {
      const next = open.pop();
      if (typeof next === 'string') found(next);
      else if (typeof next === 'number') found(String(next));
      else if (typeof next === 'object' && next !== null) open.push(...firstValues(next, 1000));
    }
    return REDACTED;
  };

  const copyText = (text: string, depth: number): string => {
    if (letters <= 0) return left(`${text.length} characters`);
    const inside = jsonInside(text, bounds.text);
    if (inside !== null && depth < bounds.depth) {
      let hidden = 0;
      const inner = createWalk({
        bounds: { ...bounds, depth: bounds.depth - depth, nodes, allText: letters },
        numbers: { shown: (value) => value },
        found: (secret) => {
          hidden += 1;
          found(secret);
        },
        declared,
      });
      const redacted = inner.copy(inside, [], 0);
      if (hidden > 0) {
        letters -= text.length;
        return JSON.stringify(redacted);
      }
    }
    const window = text.length > bounds.text ? upToSpace(text.slice(0, bounds.text)) : text;
    letters -= window.length;
    const clean = redactText(window, found);
    return window.length < text.length
      ? `${clean}… ${left(`${text.length} characters in all`)}`
      : clean;
  };

  const copyKey = (key: string): string => {
    if (declared.has(key)) return key;
    const clean = redactText(key.slice(0, 512), found);
    if (clean !== key || !isOpaque(key)) return clean;
    found(key);
    return REDACTED;
  };

  const copyList = (list: readonly unknown[], path: Path, depth: number): readonly unknown[] => {
    const [first, second] = list;
    if (list.length === 2 && typeof first === 'string' && isSecretMember(first, second)) {
      return [first, hide(second)];
    }
    const copied: unknown[] = [];
    for (const [at, item] of list.entries()) {
      if (nodes <= 0) {
        copied.push(left(`${list.length - at} of ${list.length} elements`));
        break;
      }
      const before = list[at - 1];
      const isFlagValue = typeof before === 'string' && flag.test(before) && isSecretKey(before);
      copied.push(isFlagValue && item !== null ? hide(item) : copy(item, [...path, at], depth + 1));
    }
    return copied;
  };

  const copyGroup = (group: Readonly<Record<string, unknown>>, path: Path, depth: number) => {
    const names = nameFields.map((field) => ownText(group, field));
    const pairedSecret = names.some((name) => name !== null && isSecretKey(name));
    const copied: [string, unknown][] = [];
    for (const key of Object.keys(group)) {
      if (nodes <= 0) {
        copied.push(['…', left('more members')]);
        break;
      }
      const value = group[key];
      const secret =
        isSecretMember(key, value) || (pairedSecret && valueFields.test(key) && value !== null);
      copied.push([copyKey(key), secret ? hide(value) : copy(value, [...path, key], depth + 1)]);
    }
    return Object.fromEntries(copied);
  };

  const copy = (value: unknown, path: Path, depth: number): unknown => {
    nodes -= 1;
    if (typeof value === 'string') return copyText(value, depth);
    if (typeof value === 'number') return numbers.shown(value, path);
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'object' || value === null) return null;
    if (depth >= bounds.depth) return left('too deep');
    if (Array.isArray(value)) return copyList(value, path, depth);
    return isRecord(value) ? copyGroup(value, path, depth) : null;
  };

  return { copy, cut: () => cut };
}

/** What a text holds that is JSON itself; null: it is none, or too long to look into. */
function jsonInside(text: string, longest: number): unknown {
  if (text.length > longest || !/^\s{0,8}[[{]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A key that is no word: long, of letters of both kinds and digits, and no path (case d02-redaction-gaps). */
function isOpaque(key: string): boolean {
  if (key.length < 16 || /[\s/.\\:]/.test(key)) return false;
  return (/[a-z]/.test(key) && /[A-Z]/.test(key) && /[0-9]/.test(key)) || looksRandom(key);
}

/** Without what the cut left of a word: half a secret has no shape. */
export function upToSpace(text: string): string {
  const at = text.search(/\s\S*$/);
  return at === -1 ? text : text.slice(0, at);
}

function ownText(group: Readonly<Record<string, unknown>>, field: string): string | null {
  const value = Object.hasOwn(group, field) ? group[field] : null;
  return typeof value === 'string' ? value : null;
}

/** The elements or members of a value, `most` at most. */
export function firstValues(value: object, most: number): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, most);
  const group = value as Readonly<Record<string, unknown>>;
  return Object.keys(group)
    .slice(0, most)
    .map((key) => group[key]);
}
