import type { WriteFacets } from '../answers.ts';
import { clientKeyName } from '../client-names.ts';
import type { ChoiceKey, WriteFilter } from '../filter.ts';
import { cutCharacters, visibleLine } from '../text.ts';
import { describeTimeRange } from '../time-range.ts';
import { type FilterPart, partsOf } from './parts.ts';

/** The ledger's values with their labels, as facets give them; without them the names that are built in. */
export type KnownValues = Partial<WriteFacets>;

const MOST_NAMED = 3;
const LONGEST_NAME = 60;

/**
 * A filter in words for a dialog, a notification or a status line: `Claude Desktop, failed, this week,
 * containing “x”`; `all writes` for everything. One line, safe to show.
 */
export function describeFilter(filter: WriteFilter, known: KnownValues = {}): string {
  const lists = new Map<string, FilterPart[]>();
  for (const part of partsOf(filter)) {
    // Values of one list are one phrase; any other part is a phrase of its own.
    const list = part.kind === 'values' ? `${part.side} ${part.dimension}` : part.kind;
    lists.set(list, [...(lists.get(list) ?? []), part]);
  }
  if (lists.size === 0) return 'all writes';
  return [...lists.values()].map((parts) => listPhrase(parts, known)).join(', ');
}

/** One part in words: `not tree.tag`, `this week`. */
export function partPhrase(part: FilterPart, known: KnownValues): string {
  switch (part.kind) {
    case 'values':
      return valuesPhrase([part], known);
    case 'time': {
      const words = describeTimeRange(part.range);
      // "Last 7 days" begins a phrase here; in "Nov 3, 2026" the capital is a name's.
      return part.range.kind === 'between'
        ? words.replace(/^(Since|Until|All)\b/, (word) => word.toLowerCase())
        : words.toLowerCase();
    }
    case 'run':
      return `in run ${short(part.run)}`;
    case 'burst':
      return `in burst ${part.burst}`;
    case 'text':
      return `containing “${short(part.text)}”`;
  }
}

/** The value of a part as a person reads it, without what its key already says. */
export function partValue(part: FilterPart, known: KnownValues): string {
  switch (part.kind) {
    case 'values':
      return valuesName(part, known);
    case 'time':
      return describeTimeRange(part.range);
    case 'run':
      return short(part.run);
    case 'burst':
      return String(part.burst);
    case 'text':
      return `“${short(part.text)}”`;
  }
}

type ValuesPart = Extract<FilterPart, { kind: 'values' }>;

const before: Readonly<Record<ChoiceKey, string>> = {
  client: '',
  connection: 'over ',
  tool: '',
  server: 'on ',
  outcome: '',
  effect: '',
  namespace: 'in ',
  mark: '',
};

const effectWords: Readonly<Record<string, string>> = { read: 'reads', write: 'writes' };

function listPhrase(parts: readonly FilterPart[], known: KnownValues): string {
  const values = parts.filter((part) => part.kind === 'values');
  return values.length > 0
    ? valuesPhrase(values, known)
    : parts.map((part) => partPhrase(part, known)).join(', ');
}

function valuesPhrase(parts: readonly ValuesPart[], known: KnownValues): string {
  const names = [...new Set(parts.map((part) => valuesName(part, known)))];
  const more = names.length - MOST_NAMED;
  const shown = more > 1 ? [...names.slice(0, MOST_NAMED), `${more} others`] : names;
  const last = shown.at(-1) ?? '';
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} or ${last}` : last;
  const [first] = parts;
  return first === undefined
    ? ''
    : `${first.side === 'hide' ? 'not ' : ''}${before[first.dimension]}${list}`;
}

function valuesName(part: ValuesPart, known: KnownValues): string {
  const [value = ''] = part.values;
  if (part.dimension === 'outcome') {
    if (part.values.length === 1) return value;
    return part.side === 'only' ? 'not succeeded' : 'failed, refused or unknown';
  }
  if (part.dimension === 'mark') return value;
  if (part.dimension === 'effect') return effectWords[value] ?? value;
  const label = known[part.dimension]?.find((facet) => facet.value === value)?.label;
  return short(label ?? (part.dimension === 'client' ? clientKeyName(value) : value));
}

/** Hostile text on one visible line, cut. */
function short(text: string): string {
  const line = visibleLine(cutCharacters(text, LONGEST_NAME * 4));
  if (line === '') return 'blank';
  const cut = cutCharacters(line, LONGEST_NAME);
  return cut.length < line.length ? `${cut}…` : cut;
}
