import { useMemo } from 'react';
import type { WriteFilter } from '../../../shared/filter.ts';
import { startOfLocalDay } from '../../../shared/time-range.ts';
import type { FilterAt } from '../../data/keys.ts';
import { useMinute } from '../../lib/now.ts';
import { useFilter } from './filter-store.ts';

/** The filter with the day and minute that its relative range means now. */
export function filterAt(filter: WriteFilter, now: number): FilterAt {
  const { time } = filter;
  const relative = time.kind === 'preset' || time.kind === 'last';
  const slides = time.kind === 'last' && (time.unit === 'm' || time.unit === 'h');
  return { filter, day: relative ? startOfLocalDay(now) : 0, minute: slides ? now : 0 };
}

export function useFilterAt(): FilterAt {
  const filter = useFilter((state) => state.filter);
  const { day, minute } = filterAt(filter, useMinute());
  return useMemo(() => ({ filter, day, minute }), [filter, day, minute]);
}
