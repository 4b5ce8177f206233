import { type ChoiceKey, facetKeys, failureOutcomes, type WriteFilter } from '../filter.ts';
import { effectNames, effects } from '../ledger.ts';
import { markNames } from '../marks.ts';
import { shownOutcomes } from '../outcome.ts';
import { visibleLine } from '../text.ts';
import { describeTimeRange, timePresetNames, timePresets } from '../time-range.ts';
import type { KnownValues } from './describe.ts';
import { keyOfDimension, type QueryKey, queryKeys } from './keys.ts';
import { NOT_SUCCEEDED } from './outcome-words.ts';
import { parseQuery } from './parse.ts';
import { printFacetValue } from './parts.ts';
import { opensQuote, readText } from './quote.ts';
import { scan, type Token } from './scan.ts';

/** One way to go on at the cursor. */
export interface QuerySuggestion {
  readonly kind: 'key' | 'value';
  /** Goes in place of `[start, end)` of the text; a whole term ends in a space where the text ends. */
  readonly insert: string;
  readonly start: number;
  readonly end: number;
  /** What a person reads: `Claude Desktop`, or what a key is for. One line, safe to show. */
  readonly label: string;
  /** Writes with this value; null: not counted. */
  readonly count: number | null;
}

interface Candidate {
  /** As it stands after the key. */
  readonly printed: string;
  readonly value: string;
  readonly label: string;
  readonly count: number | null;
}

const MOST = 20;
const MOST_UNASKED = 8;

/**
 * How a query can go on at the cursor: values after a key, best match and most writes first; keys, and
 * values of every key, elsewhere. `known` are the facets of the ledger; values already used are left out.
 */
export function completeQuery(
  text: string,
  cursor: number,
  known: KnownValues,
): readonly QuerySuggestion[] {
  const at = Math.min(Math.max(Math.trunc(cursor) || 0, 0), text.length);
  const token = scan(text).tokens.find((candidate) => candidate.start < at && at <= candidate.end);
  if (token?.kind === 'term' && at >= token.valueStart) {
    return completeValue(text, at, token, known);
  }
  const start = token?.start ?? at;
  const dash = text[start] === '-' && start < at ? '-' : '';
  const typed = text.slice(start + dash.length, at);
  if (opensQuote(typed, 0)) return [];
  const inKey = token?.kind === 'term';
  const place = { start, end: inKey ? token.valueStart : endOf(token, at) };
  const keys = queryKeys
    .filter((key) => dash === '' || key.dimension !== null)
    .filter((key) => [key.name, ...key.aliases].some((word) => startsWith(word, typed)))
    .map(
      (key): QuerySuggestion => ({
        kind: 'key',
        insert: `${dash}${key.name}:`,
        ...place,
        label: key.help,
        count: null,
      }),
    );
  if (inKey || typed === '') return keys;
  const used = filterAround(text, place);
  const values = facetKeys
    .flatMap((dimension) =>
      ranked(candidatesOf(keyOfDimension(dimension), known), typed)
        .filter(({ rank, value }) => rank < 2 && !isUsed(used, dimension, dash !== '', value))
        .map(({ count, label, printed }) => ({
          insert: `${dash}${keyOfDimension(dimension).name}:${printed}`,
          label,
          count,
        })),
    )
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))
    .slice(0, MOST_UNASKED)
    .map((value) => wholeTerm(text, place, value));
  return [...keys, ...values];
}

function completeValue(
  text: string,
  at: number,
  token: Extract<Token, { kind: 'term' }>,
  known: KnownValues,
): readonly QuerySuggestion[] {
  const { key, hide } = token;
  if (hide && key.dimension === null) return [];
  const place = { start: token.start, end: endOf(token, at) };
  const raw = text.slice(token.valueStart, at).replace(/^=/, '');
  const used = filterAround(text, place);
  return ranked(candidatesOf(key, known), readText(raw, 0).text)
    .filter(({ value }) => key.dimension === null || !isUsed(used, key.dimension, hide, value))
    .slice(0, MOST)
    .map(({ printed, label, count }) =>
      wholeTerm(text, place, { insert: `${hide ? '-' : ''}${key.name}:${printed}`, label, count }),
    );
}

/** An open quote runs to the end of the text: what stands after the cursor is not part of the value. */
function endOf(token: Token | undefined, at: number): number {
  return token === undefined || !token.closed ? at : token.end;
}

function wholeTerm(
  text: string,
  place: { readonly start: number; readonly end: number },
  what: Pick<QuerySuggestion, 'insert' | 'label' | 'count'>,
): QuerySuggestion {
  const space = /\s/.test(text[place.end] ?? '') ? '' : ' ';
  return { kind: 'value', ...place, ...what, insert: what.insert + space };
}

/** What the rest of the query already asks for. Its time does not matter here, so neither does `now`. */
function filterAround(
  text: string,
  place: { readonly start: number; readonly end: number },
): WriteFilter {
  return parseQuery(`${text.slice(0, place.start)} ${text.slice(place.end)}`, { now: 0 }).filter;
}

function isUsed(filter: WriteFilter, named: ChoiceKey, hide: boolean, value: string): boolean {
  const dimension = named === 'outcome' ? behindIs(value) : named;
  const used: readonly string[] = filter[dimension][hide ? 'hide' : 'only'];
  const values: readonly string[] =
    dimension === 'outcome' && value === NOT_SUCCEEDED ? failureOutcomes : [value];
  return values.every((one) => used.includes(one));
}

/** Marks and effects are completed among the outcomes. */
function behindIs(value: string): ChoiceKey {
  if (markNames.some((name) => name === value)) return 'mark';
  return effects.some((name) => name === value) ? 'effect' : 'outcome';
}

function candidatesOf(key: QueryKey, known: KnownValues): readonly Candidate[] {
  switch (key.name) {
    case 'client':
    case 'connection':
    case 'tool':
    case 'server':
    case 'ns': {
      const { dimension } = key;
      if (dimension === null) return [];
      return (known[dimension] ?? [])
        .filter(({ value }) => value !== '')
        .map((facet) => ({ ...facet, printed: printFacetValue(dimension, facet.value) }));
    }
    case 'is':
      return isCandidates(known);
    case 'time':
      return timePresets.map((preset) => word(preset, timePresetNames[preset]));
    case 'since':
      return (['m', 'h', 'd'] as const).flatMap((unit) =>
        ({ m: [5, 15], h: [1, 24], d: [7, 30] })[unit].map((amount) =>
          word(`${amount}${unit}`, describeTimeRange({ kind: 'last', amount, unit })),
        ),
      );
    case 'until':
    case 'run':
    case 'burst':
      return [];
  }
}

function isCandidates(known: KnownValues): readonly Candidate[] {
  const countOf = (value: string, among = known.outcome): number | null =>
    among?.find((facet) => facet.value === value)?.count ?? null;
  const failures = failureOutcomes.map((one) => countOf(one)).filter((count) => count !== null);
  return [
    ...shownOutcomes.map((outcome) => word(outcome, outcome, countOf(outcome))),
    word(
      NOT_SUCCEEDED,
      failureOutcomes.join(', '),
      failures.length === 0 ? null : failures.reduce((sum, count) => sum + count, 0),
    ),
    ...effects.map((name) => word(name, effectNames[name], countOf(name, known.effect))),
    ...markNames.map((name) => word(name, `${name} by you`)),
  ];
}

function word(value: string, label: string, count: number | null = null): Candidate {
  return { printed: value, value, label, count };
}

/** Candidates that match, best first: begins with it, has a word that does, contains it; then by count. */
function ranked(
  candidates: readonly Candidate[],
  typed: string,
): readonly (Candidate & { readonly rank: number })[] {
  return candidates
    .map((candidate) => ({
      ...candidate,
      label: visibleLine(candidate.label),
      rank: Math.min(rankOf(candidate.value, typed), rankOf(candidate.label, typed)),
    }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank || (b.count ?? 0) - (a.count ?? 0));
}

function rankOf(name: string, typed: string): number {
  const lower = name.toLowerCase();
  const at = lower.indexOf(typed.toLowerCase());
  if (at <= 0) return at === 0 ? 0 : 3;
  return /[\p{L}\p{N}]/u.test(lower[at - 1] ?? '') ? 2 : 1;
}

function startsWith(text: string, start: string): boolean {
  return text.toLowerCase().startsWith(start.toLowerCase());
}
