import { describe, expect, it } from 'vitest';
import type { Histogram, HistogramBar } from '../../../shared/answers.ts';
import type { Burst } from '../../../shared/burst.ts';
import { barsFor, burstMarks, failuresOf, rangeOfBars, stackOf, totalOf } from './bar-model.ts';

const bar = (index: number, part: Partial<HistogramBar['counts']> = {}): HistogramBar => ({
  since_ms: index * 100,
  until_ms: (index + 1) * 100,
  counts: { succeeded: 0, failed: 0, refused: 0, unknown: 0, ...part },
});
const burst = (id: number, start_ms: number, end_ms: number | null): Burst => ({
  id,
  client_info: 'mcp:cursor',
  client_name: 'cursor',
  client_ids: ['c-1'],
  start_ms,
  end_ms,
  count: 25,
  peak: 25,
  first_id: 1,
  last_id: 25,
  repeats: 0,
  failures: 0,
  seen_ms: null,
  notified: 'shown',
});
const histogram = (bursts: readonly Burst[] = []): Histogram => ({
  since_ms: 0,
  until_ms: 1000,
  bars: Array.from({ length: 10 }, (_, index) => bar(index)),
  bursts,
});

describe('a bar', () => {
  it('counts everything, and what is not known to have succeeded', () => {
    const mixed = bar(0, { succeeded: 5, failed: 1, refused: 2, unknown: 1 });
    expect(totalOf(mixed)).toBe(9);
    expect(failuresOf(mixed)).toBe(4);
  });

  it('shows a single failure beside a thousand successes', () => {
    const [good, bad] = stackOf(bar(0, { succeeded: 1000, failed: 1 }), 1001, 0.04);
    expect(good).toMatchObject({ outcome: 'succeeded' });
    expect(bad).toEqual({ outcome: 'failed', share: 0.04 });
    expect(stackOf(bar(0), 0, 0.04)).toEqual([]);
  });
});

describe('a range of bars', () => {
  it('has both of its ends, whichever was touched first', () => {
    const range = { kind: 'between', since_ms: 200, until_ms: 600 };
    expect(rangeOfBars(histogram(), 2, 5)).toEqual(range);
    expect(rangeOfBars(histogram(), 5, 2)).toEqual(range);
    expect(rangeOfBars(histogram(), 0, 99)).toBeNull();
  });
});

describe('the number of bars', () => {
  it('divides the usual ranges evenly and is none without a width', () => {
    expect(barsFor({ kind: 'preset', preset: 'this-week' }, 800) % 7).toBe(0);
    expect(barsFor({ kind: 'preset', preset: 'today' }, 800) % 24).toBe(0);
    expect(barsFor({ kind: 'all' }, 0)).toBe(0);
  });
});

describe('marks of bursts', () => {
  it('stand over their burst, never smaller than a target, inside the chart', () => {
    const [mark] = burstMarks(histogram([burst(1, 500, 510)]), 1000, 0.1);
    expect(mark?.left).toBeCloseTo(0.455);
    expect(mark?.width).toBeCloseTo(0.1);
    const [edge] = burstMarks(histogram([burst(1, 995, null)]), 2000, 0.1);
    expect((edge?.left ?? 1) + (edge?.width ?? 1)).toBeCloseTo(1);
  });

  it('are one where they would cover each other', () => {
    const near = histogram([burst(2, 520, 530), burst(1, 500, 510), burst(3, 900, 950)]);
    const marks = burstMarks(near, 1000, 0.1);
    expect(marks.map((mark) => mark.bursts.map(({ id }) => id))).toEqual([[1, 2], [3]]);
  });

  it('leave out what lies outside the range', () => {
    expect(burstMarks(histogram([burst(1, -50, -10), burst(2, 1000, 1010)]), 1000, 0.1)).toEqual(
      [],
    );
  });
});
