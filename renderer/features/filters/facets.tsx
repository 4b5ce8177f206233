import type { FacetValue } from '../../../shared/answers.ts';
import { clientKeyName } from '../../../shared/client-names.ts';
import type { FacetKey } from '../../../shared/filter.ts';
import { effectNames, effects } from '../../../shared/ledger.ts';
import { shownOutcomes } from '../../../shared/outcome.ts';
import { useFacetsQuery } from '../../data/queries.ts';
import { filtersText as text } from '../../text/filters-text.ts';
import { writesText } from '../../text/writes-text.ts';
import { FacetGroup } from './facet-group.tsx';
import { type Choice, readChoice } from './filter-edits.ts';
import { useFilter } from './filter-store.ts';
import { useFilterAt } from './use-filter-at.ts';
import './facets.css';

const order: readonly FacetKey[] = [
  'client',
  'outcome',
  'server',
  'tool',
  'namespace',
  'connection',
  'effect',
];

/** With one value alone, of which most ledgers have no other, these tell nothing apart. */
const shownOfSeveral: ReadonlySet<FacetKey> = new Set(['connection', 'effect']);

/** Every dimension with its values and their counts in the rest of the filter. */
export function Facets() {
  const query = useFacetsQuery(useFilterAt());
  const filter = useFilter((state) => state.filter);
  if (query.isError) return <p className="facets-failed">{text.facetsFailed}</p>;
  return (
    <section aria-label={text.filters} className="facets">
      {order.map((key) => (
        <FacetGroup
          key={key}
          facet={key}
          values={
            query.data === undefined
              ? null
              : withChosen(key, query.data[key], readChoice(filter, key))
          }
        />
      ))}
    </section>
  );
}

const isFree = (choice: Choice): boolean => choice.only.length + choice.hide.length === 0;

/** Chosen values stay on the list when nothing of theirs is left, so that they can be let go. */
function withChosen(
  key: FacetKey,
  values: readonly FacetValue[],
  choice: Choice,
): readonly FacetValue[] {
  const known = new Set(values.map((value) => value.value));
  const lost = [...choice.only, ...choice.hide].filter((value) => !known.has(value));
  if (values.length === 1 && lost.length === 0 && shownOfSeveral.has(key) && isFree(choice)) {
    return [];
  }
  return [
    ...values,
    ...lost.map((value) => ({
      value,
      label: lostName(key, value),
      count: 0,
    })),
  ];
}

function lostName(key: FacetKey, value: string): string {
  if (key === 'client') return clientKeyName(value);
  const effect = effects.find((candidate) => candidate === value);
  if (key === 'effect' && effect !== undefined) return effectNames[effect];
  const outcome = shownOutcomes.find((candidate) => candidate === value);
  return key === 'outcome' && outcome !== undefined ? writesText.outcomes[outcome] : value;
}
