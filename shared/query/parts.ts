import { isConnectionId } from '../connections.ts';
import { type ChoiceKey, choiceKeys, type WriteFilter } from '../filter.ts';
import type { TimeRange } from '../time-range.ts';
import { isClientValue } from './client-value.ts';
import { keyOfDimension } from './keys.ts';
import { printMoment } from './moment.ts';
import { isNotSucceeded, NOT_SUCCEEDED } from './outcome-words.ts';
import { isBareValue, isBareWord, quoted } from './quote.ts';

/** One thing that a filter asks for, with its text in the language. */
export type FilterPart = { readonly token: string } & (
  | {
      readonly kind: 'values';
      readonly dimension: ChoiceKey;
      readonly side: 'only' | 'hide';
      /** One value, or the group that one word stands for. */
      readonly values: readonly string[];
    }
  | { readonly kind: 'time'; readonly range: TimeRange }
  | { readonly kind: 'run'; readonly run: string }
  | { readonly kind: 'burst'; readonly burst: number }
  | { readonly kind: 'text'; readonly text: string }
);

/** A filter taken apart, in the order in which it prints: printer, describer and chips share this. */
export function partsOf(filter: WriteFilter): readonly FilterPart[] {
  const parts: FilterPart[] = choiceKeys.flatMap((dimension) => [
    ...valueParts(filter, dimension, 'only'),
    ...valueParts(filter, dimension, 'hide'),
  ]);
  const { time, run, burst, text } = filter;
  if (time.kind !== 'all') parts.push({ kind: 'time', range: time, token: printTimeRange(time) });
  if (run !== null) parts.push({ kind: 'run', run, token: `run:${printValue(run)}` });
  if (burst !== null) parts.push({ kind: 'burst', burst, token: `burst:${burst}` });
  if (text !== '') parts.push({ kind: 'text', text, token: printText(text) });
  return parts;
}

function valueParts(
  filter: WriteFilter,
  dimension: ChoiceKey,
  side: 'only' | 'hide',
): readonly FilterPart[] {
  const key = `${side === 'hide' ? '-' : ''}${keyOfDimension(dimension).name}:`;
  const part = (values: readonly string[], printed: string): FilterPart => ({
    kind: 'values',
    dimension,
    side,
    values,
    token: key + printed,
  });
  if (dimension === 'outcome' && isNotSucceeded(filter.outcome[side])) {
    return [part(filter.outcome[side], NOT_SUCCEEDED)];
  }
  return filter[dimension][side].map((value) => part([value], printFacetValue(dimension, value)));
}

/** A value of a dimension as it stands after its key. */
export function printFacetValue(dimension: ChoiceKey, value: string): string {
  return (isLookedUp(dimension, value) ? '=' : '') + printValue(value);
}

/** True for what could be somebody's name for a client or a connection: `=` keeps it as it is. */
function isLookedUp(dimension: ChoiceKey, value: string): boolean {
  if (dimension === 'client') return !isClientValue(value);
  return dimension === 'connection' && !isConnectionId(value);
}

function printValue(value: string): string {
  return isBareValue(value) ? value : quoted(value);
}

function printText(text: string): string {
  return text.split(' ').every(isBareWord) ? text : quoted(text);
}

/** A range as text; relative ranges and presets stay what they are, points in time carry their offset. */
function printTimeRange(range: TimeRange): string {
  switch (range.kind) {
    case 'all':
      return 'time:all';
    case 'preset':
      return `time:${range.preset}`;
    case 'last':
      return `since:${range.amount}${range.unit}`;
    case 'between': {
      const { since_ms, until_ms } = range;
      if (since_ms === null && until_ms === null) return 'since:any';
      const since = since_ms === null ? [] : [`since:${printMoment(since_ms)}`];
      const until = until_ms === null ? [] : [`until:${printMoment(until_ms)}`];
      return [...since, ...until].join(' ');
    }
  }
}
