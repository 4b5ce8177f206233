import type { WriteFilter } from '../../../shared/filter.ts';
import { resolveTimeRange, type Weekday } from '../../../shared/time-range.ts';

/**
 * The filter with its time as fixed bounds: "Last 5 minutes" means those before the click, in the
 * count that is shown and in the file alike, and "Today" stays that day over midnight (case e04).
 */
export function freezeFilter(filter: WriteFilter, now: number, weekStart: Weekday): WriteFilter {
  if (filter.time.kind === 'all' || filter.time.kind === 'between') return filter;
  return { ...filter, time: { kind: 'between', ...resolveTimeRange(filter.time, now, weekStart) } };
}
