import type { ChoiceKey, WriteFilter } from '../filter.ts';
import { type KnownValues, partPhrase, partValue } from './describe.ts';
import { keyOfDimension } from './keys.ts';
import { type FilterPart, partsOf } from './parts.ts';

/** One part of a filter as a thing that can be seen and taken away. */
export interface FilterChip {
  /** The part's canonical text, unique among a filter's chips; all of them joined are `printQuery`. */
  readonly id: string;
  /** Its key as typed, with the dash of what is hidden: `-tool`. Free text: `text`. */
  readonly name: string;
  /** Its value as a person reads it: `Claude Desktop`, `This week`, `“free text”`. */
  readonly value: string;
  /** Both in words, for a screen reader: `not tree.tag`. */
  readonly label: string;
}

/** The chips of a filter, in the order in which it prints; none where it keeps everything. */
export function chipsOf(filter: WriteFilter, known: KnownValues = {}): readonly FilterChip[] {
  const chips = new Map<string, FilterChip>();
  for (const part of partsOf(filter)) {
    chips.set(part.token, {
      id: part.token,
      name: nameOf(part),
      value: partValue(part, known),
      label: partPhrase(part, known),
    });
  }
  return [...chips.values()];
}

/** The filter without the chip of this id; the same filter where it has no such chip. */
export function removeChip(filter: WriteFilter, id: string): WriteFilter {
  const part = partsOf(filter).find((candidate) => candidate.token === id);
  switch (part?.kind) {
    case undefined:
      return filter;
    case 'values':
      return withoutValues(filter, part.dimension, part.side, part.values);
    case 'time':
      return { ...filter, time: { kind: 'all' } };
    case 'run':
      return { ...filter, run: null };
    case 'burst':
      return { ...filter, burst: null };
    case 'text':
      return { ...filter, text: '' };
  }
}

function withoutValues(
  filter: WriteFilter,
  dimension: ChoiceKey,
  side: 'only' | 'hide',
  values: readonly string[],
): WriteFilter {
  const left = filter[dimension][side].filter((value) => !values.includes(value));
  return { ...filter, [dimension]: { ...filter[dimension], [side]: left } };
}

function nameOf(part: FilterPart): string {
  if (part.kind !== 'values') return part.kind;
  return `${part.side === 'hide' ? '-' : ''}${keyOfDimension(part.dimension).name}`;
}
