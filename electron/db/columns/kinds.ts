import { clientKeyOf } from '../../../shared/client-names.ts';
import { type FacetKey, facetKeys, type WriteFilter } from '../../../shared/filter.ts';
import type { Effect } from '../../../shared/ledger.ts';
import type { ShownOutcome } from '../../../shared/outcome.ts';

/** The values that rows of one kind have in common. */
export interface Kind {
  readonly client_info: string;
  readonly client_id: string | null;
  readonly tool_name: string;
  readonly server_name: string;
  readonly namespace: string | null;
  readonly outcome: ShownOutcome;
  readonly effect: Effect;
}

/** The columns of `write_kinds` that tell kinds apart, in the order of its index. */
export const kindColumns = [
  'client_info',
  'tool_name',
  'server_name',
  'namespace',
  'outcome',
  'client_id',
  'effect',
] as const satisfies readonly (keyof Kind)[];

/** One text for the values of a kind; lengths keep them apart, whatever is in them. */
export function kindKey(kind: Kind): string {
  let key = '';
  for (const column of kindColumns) {
    const value = kind[column];
    key += value === null ? '-' : `${value.length}:${value}`;
  }
  return key;
}

type Dimensions = Pick<WriteFilter, FacetKey>;

const bitOf = Object.fromEntries(facetKeys.map((facet, n) => [facet, 1 << n])) as Readonly<
  Record<FacetKey, number>
>;

/** All bits: a kind that a filter keeps in every dimension. */
export const kept = facetKeys.reduce((bits, facet) => bits | bitOf[facet], 0);

/** Kept in every dimension but this one. */
export const keptBut = (facet: FacetKey): number => kept & ~bitOf[facet];

/** True for a kind that a filter keeps in every dimension, or in every one but one. */
export function missesOneAtMost(bits: number): boolean {
  const missing = kept & ~bits;
  return (missing & (missing - 1)) === 0;
}

const columnOf: Readonly<Record<FacetKey, keyof Kind>> = {
  client: 'client_info',
  connection: 'client_id',
  tool: 'tool_name',
  server: 'server_name',
  outcome: 'outcome',
  effect: 'effect',
  namespace: 'namespace',
};

/** The values of one dimension, each once, and by kind which of them it has. */
interface Dimension {
  readonly values: (string | null)[];
  readonly places: Map<string | null, number>;
  readonly ofKind: number[];
}

const addTo = ({ values, places, ofKind }: Dimension, value: string | null): void => {
  const place = places.get(value) ?? values.length;
  if (place === values.length) {
    values.push(value);
    places.set(value, place);
  }
  ofKind.push(place);
};

/** All the names that a value goes by in a filter. */
function namesOf(facet: FacetKey, value: string | null): readonly string[] {
  if (value === null) return [];
  // A family's key stands for all its names; an exact `client_info` for itself alone.
  return facet === 'client' ? [clientKeyOf(value), value] : [value];
}

/** Kinds, each under a number of its own. A filter asks each value of a dimension once, not each kind. */
export class KindTable {
  readonly kinds: Kind[] = [];
  readonly #places = new Map<string, number>();
  readonly #dimensions = new Map(
    facetKeys.map((facet): [FacetKey, Dimension] => [
      facet,
      { values: [], places: new Map(), ofKind: [] },
    ]),
  );

  /** The number of a kind, whether it was there or not. */
  place(kind: Kind): number {
    const key = kindKey(kind);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.kinds.length;
    this.#places.set(key, place);
    this.kinds.push(kind);
    for (const [facet, dimension] of this.#dimensions) addTo(dimension, kind[columnOf[facet]]);
    return place;
  }

  /** By number of a kind, 1 where its value in a dimension passes. */
  where(facet: FacetKey, passes: (value: string) => boolean): Uint8Array {
    const { values, ofKind } = this.#dimensions.get(facet) ?? { values: [], ofKind: [] };
    const passing = values.map((value) => value !== null && passes(value));
    return Uint8Array.from(ofKind, (place) => +(passing[place] ?? false));
  }

  /** By number of a kind, a bit for each dimension in which the filter keeps it. */
  test(filter: Dimensions): Uint8Array {
    const bits = new Uint8Array(this.kinds.length).fill(kept);
    for (const [facet, { values, ofKind }] of this.#dimensions) {
      const only = new Set(filter[facet].only.map((value) => value.toWellFormed()));
      const hide = new Set(filter[facet].hide.map((value) => value.toWellFormed()));
      if (only.size + hide.size === 0) continue;
      const keeps = values.map((value) => {
        const names = namesOf(facet, value);
        return (
          (only.size === 0 || names.some((name) => only.has(name))) &&
          !names.some((name) => hide.has(name))
        );
      });
      const without = ~bitOf[facet];
      for (let kind = 0; kind < bits.length; kind += 1) {
        if (keeps[ofKind[kind] ?? 0] !== true) bits[kind] = (bits[kind] ?? 0) & without;
      }
    }
    return bits;
  }
}
