import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../wire/json-rpc.ts';
import type { ClientDialect, Entry } from './clients.ts';
import { parseJsonDocument } from './json-document.ts';
import { parseTomlDocument } from './toml-document.ts';

/** One entry as it is to be: what is not named stays as it is. An entry that is not there is added. */
export interface EntryChange {
  /** Keys from the top of the file to the entry. */
  readonly path: readonly string[];
  readonly remove: readonly string[];
  readonly set: Entry;
}

/** A parsed configuration that can be changed in single places. */
export interface ClientDocument {
  /** Objects in it have their own members only, `__proto__` as well. */
  readonly value: unknown;
  /** The text with one change; comments, order and layout of the rest stay. @throws CannotChange */
  change(change: EntryChange): string;
}

/** Says in plain words why a file is left as it is. */
export class CannotChange extends Error {}

/** @throws Error where the text is none of the client's format; its message names no content. */
export function parseClientDocument(dialect: ClientDialect, text: string): ClientDocument {
  switch (dialect.format) {
    case 'json':
      return parseJsonDocument(text);
    case 'toml':
      return parseTomlDocument(text);
  }
}

/**
 * The text with all changes. It is read back, and only given out where nothing but these entries became
 * different. @throws CannotChange
 */
export function changedText(
  dialect: ClientDialect,
  text: string,
  changes: readonly EntryChange[],
): string {
  let changed = text;
  let expected = parseClientDocument(dialect, text).value;
  for (const change of changes) {
    changed = parseClientDocument(dialect, changed).change(change);
    expected = expectedAfter(expected, change.path, change);
  }
  if (!isDeepStrictEqual(readBack(dialect, changed), expected)) {
    throw new CannotChange(
      'It is written in a way that cannot be changed without touching more of it.',
    );
  }
  return changed;
}

function readBack(dialect: ClientDialect, text: string): unknown {
  try {
    return parseClientDocument(dialect, text).value;
  } catch {
    return undefined;
  }
}

function expectedAfter(value: unknown, path: readonly string[], change: EntryChange): unknown {
  const members = isRecord(value) ? Object.entries(value) : [];
  const [key, ...rest] = path;
  if (key === undefined) {
    const kept = members.filter(
      ([name]) => !change.remove.includes(name) && !Object.hasOwn(change.set, name),
    );
    return Object.fromEntries([...kept, ...Object.entries(change.set)]);
  }
  const inner = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  const others = members.filter(([name]) => name !== key);
  return Object.fromEntries([...others, [key, expectedAfter(inner, rest, change)]]);
}
