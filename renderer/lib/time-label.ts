import { describeTimeRange, type TimeRange } from '../../shared/time-range.ts';
import { timeText as text } from '../text/time-text.ts';
import { shortClock, shortDate } from './format.ts';
import { startOfDay } from './zone.ts';

/** A moment as the edge of a range: only its day where it is a midnight. Ranges are local by definition. */
function edge(at: number, now: number): string {
  const day = shortDate(at, 'local', now);
  return at === startOfDay(at, 'local') ? day : text.at(day, shortClock(at, 'local'));
}

/** The range as its button says it. Where edges are no midnights, their clock is told too. */
export function timeLabel(range: TimeRange, now: number): string {
  if (range.kind !== 'between') return describeTimeRange(range);
  const { since_ms: since, until_ms: until } = range;
  if (since === null && until === null) return describeTimeRange({ kind: 'all' });
  if (until === null) return text.since(edge(since ?? 0, now));
  const wholeDays = until === startOfDay(until, 'local');
  // `until` is exclusive: a range up to midnight ends on the day before.
  const last = wholeDays ? shortDate(until - 1, 'local', now) : edge(until, now);
  if (since === null) return text.until(last);
  const first = edge(since, now);
  if (first === last) return first;
  const sameDay = !wholeDays && startOfDay(since, 'local') === startOfDay(until, 'local');
  if (!sameDay) return text.span(first, last);
  const day = shortDate(since, 'local', now);
  const hours = text.span(shortClock(since, 'local'), shortClock(until, 'local'));
  return text.at(day, hours);
}
