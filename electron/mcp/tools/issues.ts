import type { z } from 'zod';
import type { JsonObject } from '../json-rpc.ts';

/** What is wrong with one argument. */
export interface Issue {
  /** Names of arguments that the text speaks of. */
  readonly names: readonly string[];
  /** The sentence, given how to write a name. */
  readonly say: (write: (name: string) => string) => string;
}

/** A name that a program would use. Anything else may carry content, a secret even (case d02). */
const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;

/** An argument's name as a row may hold it. */
function ledgerName(name: string): string {
  return identifier.test(name) ? name : '[redacted]';
}

/** All argument names as a row may hold them, sorted, each once. */
export function paramKeys(args: JsonObject): readonly string[] {
  return [...new Set(Object.keys(args).map(ledgerName))].sort();
}

/** The issues as one sentence for the client that sent the names. */
export function clientText(issues: readonly Issue[]): string {
  return issues.map((issue) => issue.say((name) => name)).join('; ');
}

/** The same for the ledger. */
export function ledgerText(issues: readonly Issue[]): string {
  return [...new Set(issues.map((issue) => issue.say(ledgerName)))].join('; ');
}

const mostIssues = 8;

/** zod's issues in words that name the field and never its value. */
export function issuesOf(error: z.ZodError, args: JsonObject): readonly Issue[] {
  return error.issues.flatMap((issue) => toIssues(issue, args)).slice(0, mostIssues);
}

function toIssues(issue: z.core.$ZodIssue, args: JsonObject): readonly Issue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      names: [key],
      say: (write) => `unknown argument \`${write(key)}\``,
    }));
  }
  const [name, ...inside] = issue.path.map(String);
  if (name === undefined) return [{ names: [], say: () => 'the arguments must be an object' }];
  const place = inside.map((step) => `[${step}]`).join('');
  const what = complaint(issue, valueAt(args, issue.path));
  return [{ names: [name], say: (write) => `${write(name)}${place} ${what}` }];
}

function complaint(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return 'is required';
      return `must be ${typeWords[issue.expected] ?? issue.expected}, not ${wordsFor(value)}`;
    case 'too_small':
      if (issue.origin === 'number') return `must be at least ${issue.minimum}`;
      return 'must not be empty';
    case 'too_big':
      if (issue.origin === 'number') return `must be at most ${issue.maximum}`;
      return issue.origin === 'array'
        ? `must have at most ${issue.maximum} entries`
        : `must have at most ${issue.maximum} characters`;
    default:
      // Messages of refinements are our own words.
      return issue.code === 'custom' ? issue.message : 'is not valid';
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  number: 'a number',
  int: 'a whole number',
  object: 'an object',
};

/** What a value is, without what it says. */
export function wordsFor(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    default:
      return 'an object';
  }
}

function valueAt(args: JsonObject, path: readonly PropertyKey[]): unknown {
  let value: unknown = args;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[step];
  }
  return value;
}
