import type { Histogram } from '../../../shared/answers.ts';
import { nearDay, shortDate } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import type { Zone } from '../../lib/zone.ts';
import { timeText } from '../../text/time-text.ts';

interface RangeCaptionProps {
  readonly data: Histogram;
  readonly zone: Zone;
}

/** The days that the chart spans, since "This week" alone does not say which. */
export function RangeCaption({ data, zone }: RangeCaptionProps) {
  const now = useMinute();
  const dayName = (at: number) => nearDay(at, zone, now) ?? shortDate(at, zone, now);
  const first = dayName(data.since_ms);
  const last = dayName(data.until_ms - 1);
  return (
    <span className="range-caption">
      {first === last
        ? first
        : timeText.span(first, last === timeText.today ? last.toLowerCase() : last)}
    </span>
  );
}
