import { useMemo } from 'react';
import { chipsOf, type FilterChip } from '../../../shared/query/chips.ts';
import { useBursts, useFacetsQuery, useZone } from '../../data/queries.ts';
import { burstName } from '../../lib/burst-words.ts';
import { useFilter } from './filter-store.ts';
import { useFilterAt } from './use-filter-at.ts';

/** The filter's chips but for time and free text, which have controls of their own. */
export function useChips(): readonly FilterChip[] {
  const filter = useFilter((state) => state.filter);
  const known = useFacetsQuery(useFilterAt()).data;
  const bursts = useBursts().data;
  const zone = useZone();
  return useMemo(
    () =>
      chipsOf({ ...filter, time: { kind: 'all' }, text: '' }, known).map((chip) => {
        const burst =
          chip.name === 'burst' ? bursts?.find(({ id }) => id === filter.burst) : undefined;
        return burst === undefined ? chip : { ...chip, value: burstName(burst, zone) };
      }),
    [filter, known, bursts, zone],
  );
}
