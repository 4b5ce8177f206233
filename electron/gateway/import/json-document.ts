import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { CannotChange, type ClientDocument, type EntryChange } from './client-document.ts';
import { addMembers, changeMembers, type Member, type ObjectPlace } from './json-edit.ts';

/** JSON with comments and trailing commas, as editors keep it. An empty text is an empty object. */
export function parseJsonDocument(text: string): ClientDocument {
  const root = parsed(text);
  return {
    value: root === null ? {} : plainOf(root),
    change: (change) => changeText(text, root, change),
  };
}

function parsed(text: string): Node | null {
  if (text.trim() === '') return null;
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    // The parser calls itself for each level.
    throw new Error('It is nested too deeply.');
  }
  const [first] = errors;
  if (first !== undefined || root === undefined) {
    throw new Error(`It is no valid JSON (line ${lineAt(text, first?.offset ?? 0)}).`);
  }
  return root;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

function plainOf(node: Node): unknown {
  switch (node.type) {
    case 'object':
      // Entries, since a parser's `object[key] = value` takes `__proto__` for the prototype.
      return Object.fromEntries(membersOf(node).map(({ key, value }) => [key, plainOf(value)]));
    case 'array':
      return (node.children ?? []).map(plainOf);
    case 'property':
      return undefined;
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return node.value as unknown;
  }
}

function membersOf(node: Node): readonly (Member & { readonly value: Node })[] {
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) return [];
    const start = property.offset;
    return [{ key: String(key.value), start, end: value.offset + value.length, value }];
  });
}

const placeOf = (node: Node): ObjectPlace => ({
  start: node.offset,
  end: node.offset + node.length,
  members: membersOf(node),
});

function changeText(text: string, root: Node | null, { path, remove, set }: EntryChange): string {
  if (root === null || /^\s*\{\s*\}\s*$/.test(text)) {
    const whole = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), set);
    return `${JSON.stringify(whole, null, 2)}\n`;
  }
  let here = root;
  for (const [at, key] of path.entries()) {
    const next = onlyMember(here, key);
    if (next === null) {
      const rest = path.slice(at + 1);
      const added = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), set);
      return addMembers(text, placeOf(here), [[key, added]]);
    }
    here = next;
  }
  const names = namesOf(here);
  if (new Set(names).size < names.length) throw twice();
  return changeMembers(text, placeOf(here), new Set(remove), Object.entries(set));
}

function namesOf(node: Node): readonly string[] {
  if (node.type !== 'object') throw new CannotChange('What holds the servers is no object.');
  return membersOf(node).map(({ key }) => key);
}

function onlyMember(node: Node, key: string): Node | null {
  // Of two members with one name a client takes the one or the other.
  if (namesOf(node).filter((name) => name === key).length > 1) throw twice();
  return membersOf(node).find((member) => member.key === key)?.value ?? null;
}

const twice = (): CannotChange => new CannotChange('It names the same server or setting twice.');
