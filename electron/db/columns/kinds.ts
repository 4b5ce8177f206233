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

/** One text for the values of a kind. */
export const kindKey = (kind: Kind): string =>
  JSON.stringify(kindColumns.map((column) => kind[column]));

type Dimensions = Pick<WriteFilter, FacetKey>;

const bitOf = Object.fromEntries(facetKeys.map((facet, n) => [facet, 1 << n])) as Readonly<
  Record<FacetKey, number>
>;

/** All bits: a kind that a filter keeps in every dimension. */
export const kept = facetKeys.reduce((bits, facet) => bits | bitOf[facet], 0);

/** Kept in every dimension but this one. */
export const keptBut = (facet: FacetKey): number => kept & ~bitOf[facet];

const valuesOf: Readonly<Record<FacetKey, (kind: Kind) => readonly string[]>> = {
  // A family's key stands for all its names; an exact `client_info` for itself alone.
  client: (kind) => [clientKeyOf(kind.client_info), kind.client_info],
  connection: ({ client_id }) => (client_id === null ? [] : [client_id]),
  tool: (kind) => [kind.tool_name],
  server: (kind) => [kind.server_name],
  outcome: (kind) => [kind.outcome],
  effect: (kind) => [kind.effect],
  namespace: (kind) => (kind.namespace === null ? [] : [kind.namespace]),
};

/** For a kind, a bit for each dimension in which the filter keeps it. */
export function kindTest(filter: Dimensions): (kind: Kind) => number {
  const asked = facetKeys.flatMap((facet) => {
    const only = new Set(filter[facet].only.map((value) => value.toWellFormed()));
    const hide = new Set(filter[facet].hide.map((value) => value.toWellFormed()));
    return only.size + hide.size === 0 ? [] : [{ facet, only, hide }];
  });
  return (kind) => {
    let bits = kept;
    for (const { facet, only, hide } of asked) {
      const values = valuesOf[facet](kind);
      const keeps =
        (only.size === 0 || values.some((value) => only.has(value))) &&
        !values.some((value) => hide.has(value));
      if (!keeps) bits &= ~bitOf[facet];
    }
    return bits;
  };
}
