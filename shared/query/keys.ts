import type { ChoiceKey, FacetKey } from '../filter.ts';

/** One key of the language. */
export interface QueryKey {
  readonly name:
    | 'client'
    | 'connection'
    | 'tool'
    | 'server'
    | 'ns'
    | 'is'
    | 'time'
    | 'since'
    | 'until'
    | 'run'
    | 'burst';
  readonly aliases: readonly string[];
  /** The filter's dimension with `only` and `hide`; null: the key has one value and cannot be hidden. */
  readonly dimension: FacetKey | null;
  /** What a value is, for completions and hints. */
  readonly help: string;
  readonly example: string;
}

export const queryKeys: readonly QueryKey[] = [
  {
    name: 'client',
    aliases: [],
    dimension: 'client',
    help: 'Client, by its name',
    example: 'client:cursor',
  },
  {
    name: 'connection',
    aliases: [],
    dimension: 'connection',
    help: 'Connection, by its name',
    example: 'connection:"This computer"',
  },
  {
    name: 'tool',
    aliases: [],
    dimension: 'tool',
    help: 'Tool, by its exact name',
    example: 'tool:memory.store',
  },
  {
    name: 'server',
    aliases: [],
    dimension: 'server',
    help: 'Server, by its exact name',
    example: 'server:inkwatch',
  },
  {
    name: 'ns',
    aliases: ['namespace'],
    dimension: 'namespace',
    help: 'Namespace, by its exact name',
    example: 'ns:notes',
  },
  {
    name: 'is',
    aliases: ['outcome'],
    dimension: 'outcome',
    help: 'Outcome, read or write, or a mark of yours',
    example: 'is:failed',
  },
  {
    name: 'time',
    aliases: [],
    dimension: null,
    help: 'A day, a month, or a range such as this week',
    example: 'time:this-week',
  },
  {
    name: 'since',
    aliases: [],
    dimension: null,
    help: 'From a time on',
    example: 'since:7d',
  },
  {
    name: 'until',
    aliases: [],
    dimension: null,
    help: 'Up to a time',
    example: 'until:2026-03-31',
  },
  {
    name: 'run',
    aliases: [],
    dimension: null,
    help: 'One run, by its id',
    example: 'run:thread-7',
  },
  {
    name: 'burst',
    aliases: [],
    dimension: null,
    help: 'One burst, by its number',
    example: 'burst:3',
  },
];

const byWord: ReadonlyMap<string, QueryKey> = new Map(
  queryKeys.flatMap((key) => [key.name, ...key.aliases].map((word) => [word, key] as const)),
);

/** Every word that names a key. */
export const keyWords: readonly string[] = [...byWord.keys()];

/** The key that a word names, whatever its case; null: none. */
export function keyNamed(word: string): QueryKey | null {
  return byWord.get(word.toLowerCase()) ?? null;
}

/** The key that filters a dimension. Marks and effects stand behind the key of outcomes: `is:flagged`. */
export function keyOfDimension(dimension: ChoiceKey): QueryKey {
  const wanted = dimension === 'mark' || dimension === 'effect' ? 'outcome' : dimension;
  const key = queryKeys.find((candidate) => candidate.dimension === wanted);
  if (key === undefined) throw new Error(`no key for ${dimension}`);
  return key;
}
