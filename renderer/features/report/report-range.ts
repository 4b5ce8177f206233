import { resolveTimeRange, startOfLocalDay, type Weekday } from '../../../shared/time-range.ts';

export type Span = 'week' | 'month';

export interface ReportRange {
  readonly since_ms: number;
  readonly until_ms: number;
}

/** The calendar week or month that holds this moment, by the clock of this computer. */
export function rangeAt(span: Span, at: number, weekStart: Weekday): ReportRange {
  const preset = span === 'week' ? 'this-week' : 'this-month';
  const { since_ms, until_ms } = resolveTimeRange({ kind: 'preset', preset }, at, weekStart);
  return { since_ms: since_ms ?? at, until_ms: until_ms ?? at };
}

/** A moment in the span before or after: noon, which no change of the clock skips. */
export function stepFrom(range: ReportRange, by: 1 | -1): number {
  const day = by === 1 ? range.until_ms : startOfLocalDay(range.since_ms, -1);
  return startOfLocalDay(day) + 12 * 3_600_000;
}
