import type { Histogram, HistogramBar } from '../../../shared/answers.ts';
import type { Burst } from '../../../shared/burst.ts';
import { type ShownOutcome, shownOutcomes } from '../../../shared/outcome.ts';
import type { TimeRange } from '../../../shared/time-range.ts';

/** Bars that divide the usual ranges evenly: hours of a day, two-hour steps of a week. */
export function barsFor(range: TimeRange, width: number): number {
  if (width <= 0) return 0;
  const narrow = width < 560;
  if (range.kind === 'preset') {
    switch (range.preset) {
      case 'today':
      case 'yesterday':
        return narrow ? 48 : 96;
      case 'this-week':
      case 'last-7-days':
        return narrow ? 42 : 84;
      case 'this-month':
        return narrow ? 31 : 93;
    }
  }
  return narrow ? 45 : 90;
}

export function totalOf(bar: HistogramBar): number {
  return shownOutcomes.reduce((sum, outcome) => sum + bar.counts[outcome], 0);
}

/** Writes of a bar that are not known to have succeeded. */
export function failuresOf(bar: HistogramBar): number {
  return totalOf(bar) - bar.counts.succeeded;
}

export interface Stack {
  readonly outcome: ShownOutcome;
  /** Share of the chart's height, 0…1. */
  readonly share: number;
}

/**
 * A bar from the ground up. Whatever is there is seen: a single failure beside a thousand successes
 * keeps a line of its own, at the cost of exact proportion.
 */
export function stackOf(bar: HistogramBar, highest: number, smallest: number): readonly Stack[] {
  if (highest <= 0) return [];
  return shownOutcomes
    .filter((outcome) => bar.counts[outcome] > 0)
    .map((outcome) => ({ outcome, share: Math.max(smallest, bar.counts[outcome] / highest) }));
}

/** The range from one bar to another, both included, whichever was touched first. */
export function rangeOfBars(histogram: Histogram, a: number, b: number): TimeRange | null {
  const first = histogram.bars[Math.min(a, b)];
  const last = histogram.bars[Math.max(a, b)];
  if (first === undefined || last === undefined) return null;
  return { kind: 'between', since_ms: first.since_ms, until_ms: last.until_ms };
}

/** Bursts that stand so close that they would be one target. */
export interface BurstMark {
  readonly bursts: readonly Burst[];
  /** Shares of the chart's width. */
  readonly left: number;
  readonly width: number;
}

/** The marks under the chart; `least`: the share of its width that a target needs. */
export function burstMarks(histogram: Histogram, now: number, least: number): readonly BurstMark[] {
  const marks: BurstMark[] = [];
  const sorted = [...histogram.bursts].sort((a, b) => a.start_ms - b.start_ms);
  for (const burst of sorted) {
    const place = placeOfBurst(histogram, burst, now);
    if (place === null) continue;
    const width = Math.max(least, place.width);
    const left = Math.min(1 - width, Math.max(0, place.left + place.width / 2 - width / 2));
    const last = marks.at(-1);
    if (last === undefined || left >= last.left + last.width) {
      marks.push({ bursts: [burst], left, width });
      continue;
    }
    const right = Math.max(last.left + last.width, left + width);
    const joined = { bursts: [...last.bursts, burst], left: last.left, width: right - last.left };
    marks[marks.length - 1] = joined;
  }
  return marks;
}

/** Where a burst stands in the chart, as shares of its width; null: outside. */
function placeOfBurst(
  histogram: Histogram,
  burst: Burst,
  now: number,
): { readonly left: number; readonly width: number } | null {
  const span = histogram.until_ms - histogram.since_ms;
  const end = burst.end_ms ?? now;
  if (span <= 0 || end < histogram.since_ms || burst.start_ms >= histogram.until_ms) return null;
  const left = Math.max(0, (burst.start_ms - histogram.since_ms) / span);
  const right = Math.min(1, (end - histogram.since_ms) / span);
  return { left, width: Math.max(0, right - left) };
}
