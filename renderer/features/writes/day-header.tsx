import type { CSSProperties } from 'react';
import type { FilterAt } from '../../data/keys.ts';
import { useDayCount, useZone } from '../../data/queries.ts';
import { count, dayTitle, nearDay } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { writesText as text } from '../../text/writes-text.ts';

interface DayHeaderProps {
  readonly at: FilterAt;
  readonly since: number;
  readonly until: number;
  readonly columns: number;
  readonly sticky: boolean;
  readonly style: CSSProperties;
}

/** A day's heading with how many writes match in it, loaded or not. */
export function DayHeader({ at, since, until, columns, sticky, style }: DayHeaderProps) {
  const zone = useZone();
  const now = useMinute();
  const writes = useDayCount(at, since, until);
  return (
    <div role="row" className={sticky ? 'day-row day-row-sticky' : 'day-row'} style={style}>
      <div role="gridcell" aria-colspan={columns} className="day-cell">
        <span className="day-title">
          {text.dayTitle(nearDay(since, zone, now), dayTitle(since, zone, now))}
        </span>
        <span className="day-count">
          {writes === null ? '' : text.writes(writes, count(writes))}
        </span>
      </div>
    </div>
  );
}
