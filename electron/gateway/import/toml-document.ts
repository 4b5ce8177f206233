import { parse } from 'smol-toml';
import { type AST, parseTOML } from 'toml-eslint-parser';
import { CannotChange, type ClientDocument, type EntryChange } from './client-document.ts';
import type { Entry, EntryValue } from './clients.ts';

/**
 * TOML 1.0. One parser reads the values; the other knows where each of them stands, so that a change leaves
 * the rest of the text alone.
 */
export function parseTomlDocument(text: string): ClientDocument {
  return { value: readValue(text), change: (change) => changeText(text, change) };
}

function readValue(text: string): unknown {
  try {
    return plainOf(parse(text));
  } catch (error) {
    const line = (error as { readonly line?: unknown }).line;
    throw new Error(`It is no valid TOML${typeof line === 'number' ? ` (line ${line})` : ''}.`);
  }
}

/** Its tables have no prototype; dates are values. */
function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainOf(inner)]));
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

function changeText(text: string, { path, remove, set }: EntryChange): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const top = programOf(text).body[0].body;
  const gone = new Set([...remove, ...Object.keys(set)]);
  const within = (keys: readonly (string | number)[]): boolean =>
    path.every((key, at) => keys[at] === key);

  const cuts: Cut[] = [];
  let header: AST.TOMLTable | null = null;
  for (const node of top) {
    const keys = node.type === 'TOMLTable' ? node.resolvedKey : keysOf(node);
    if (!within(keys)) {
      const inline = node.type === 'TOMLTable' ? inlineEntry(node, path) : null;
      if (inline !== null) return splice(text, [inlineCut(text, inline, gone, set)]);
      continue;
    }
    if (node.type !== 'TOMLTable' || node.kind !== 'standard') throw odd();
    if (keys.length === path.length) {
      header = node;
      for (const member of node.body) {
        if (gone.has(String(keysOf(member)[0]))) cuts.push(wholeLines(text, member.range));
      }
    } else if (gone.has(String(keys[path.length]))) {
      cuts.push(wholeLines(text, node.range));
    }
  }
  const lines = Object.entries(set).map(
    ([key, value]) => `${keyText(key)} = ${valueText(value)}${eol}`,
  );
  if (header === null) {
    if (cuts.length > 0) throw odd();
    const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
    return `${text}${gap}[${path.map(keyText).join('.')}]${eol}${lines.join('')}`;
  }
  const end = text.indexOf('\n', header.key.range[1]);
  const at = end === -1 ? text.length : end + 1;
  cuts.push({ start: at, end: at, put: (end === -1 ? eol : '') + lines.join('') });
  return splice(text, cuts);
}

const odd = (): CannotChange =>
  new CannotChange(
    'It writes this server in a way that Inkwatch does not change. Change it by hand.',
  );

function programOf(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text, { tomlVersion: '1.0.0' });
  } catch {
    throw odd();
  }
}

const keysOf = (node: AST.TOMLKeyValue): readonly string[] =>
  node.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));

/** `[mcp_servers]` with `files = { … }` in it. */
function inlineEntry(table: AST.TOMLTable, path: readonly string[]): AST.TOMLInlineTable | null {
  const keys = table.resolvedKey;
  if (table.kind !== 'standard' || !keys.every((key, at) => path[at] === key)) return null;
  const rest = path.slice(keys.length);
  for (const member of table.body) {
    const own = keysOf(member);
    if (!own.every((key, at) => rest[at] === key)) continue;
    if (own.length === rest.length && member.value.type === 'TOMLInlineTable') return member.value;
    throw odd();
  }
  if (table.body.some((member) => rest.every((key, at) => keysOf(member)[at] === key))) throw odd();
  return null;
}

function inlineCut(
  text: string,
  table: AST.TOMLInlineTable,
  gone: ReadonlySet<string>,
  set: Entry,
): Cut {
  const kept = table.body
    .filter((member) => !gone.has(String(keysOf(member)[0])))
    .map(({ range: [start, end] }) => text.slice(start, end));
  const added = Object.entries(set).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`);
  const [start, end] = table.range;
  return { start, end, put: `{ ${[...added, ...kept].join(', ')} }` };
}

/** From the start of its line to the end of the last one, with a comment behind it. */
function wholeLines(text: string, [from, to]: readonly [number, number]): Cut {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  return { start, end: end === -1 ? text.length : end + 1, put: '' };
}

function splice(text: string, cuts: readonly Cut[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, put } of [...cuts].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(done, Math.max(start, done)), put);
    done = Math.max(end, done);
  }
  return parts.join('') + text.slice(done);
}

const keyText = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

function valueText(value: EntryValue): string {
  if (typeof value === 'string') return stringText(value);
  if (isList(value)) return `[${value.map(stringText).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, text]) => `${keyText(key)} = ${stringText(text)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const isList = (value: EntryValue): value is readonly string[] => Array.isArray(value);

/** JSON's escapes are TOML's, but for DEL, which must be one. */
const stringText = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replaceAll('\u007f', '\\u007f');
