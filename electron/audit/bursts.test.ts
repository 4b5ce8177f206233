import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BurstVerdict, createBurstDetector } from './bursts.ts';

interface Told extends BurstVerdict {
  readonly at: number;
}

const minute = 60_000;

function play(times: readonly (readonly [at: number, client: string])[], threshold = 10) {
  const detector = createBurstDetector({ threshold, windowMs: minute });
  const told: Told[] = [];
  let id = 0;
  const sweepUpTo = (at: number) => {
    for (let next = detector.nextSweep(); next !== null && next < at; next = detector.nextSweep()) {
      for (const verdict of detector.sweep(next + 1)) told.push({ ...verdict, at: next + 1 });
    }
  };
  for (const [at, client] of times) {
    sweepUpTo(at);
    id += 1;
    for (const verdict of detector.observe({
      client,
      at,
      id,
      failed: false,
      repeat: false,
      connection: 'c-1',
    })) {
      told.push({ ...verdict, at });
    }
  }
  sweepUpTo(Number.MAX_SAFE_INTEGER);
  return told;
}

const every = (step: number, count: number, client = 'a', from = 0) =>
  Array.from({ length: count }, (_, index) => [from + index * step, client] as const);
const alerts = (told: readonly Told[]) =>
  told.filter(({ change }) => change === 'began' || change === 'grew');

describe('bursts (case f04, by the rules of the design)', () => {
  test('nine writes are no burst', () => {
    expect(play(every(1000, 9))).toEqual([]);
  });

  test('the tenth write alerts, at once and once', () => {
    const told = play(every(1000, 12));
    expect(alerts(told)).toHaveLength(1);
    expect(told[0]).toMatchObject({ change: 'began', at: 9000 });
    expect(told.at(-1)).toMatchObject({
      change: 'ended',
      tally: { first_id: 1, last_id: 12, count: 12, peak: 12 },
    });
  });

  test('both ends of the window count: ten writes exactly a window apart are a burst', () => {
    const start = every(0, 9);
    expect(alerts(play([...start, [minute, 'a']]))).toHaveLength(1);
    expect(alerts(play([...start, [minute + 1, 'a']]))).toHaveLength(0);
  });

  test('a steady write a second for ten minutes is one burst, which alerts again at ten times the threshold', () => {
    const told = play(every(1000, 600));
    expect(alerts(told).map(({ change, at }) => [change, at])).toEqual([
      ['began', 9000],
      ['grew', 99_000],
    ]);
    expect(told.at(-1)).toMatchObject({ change: 'ended', tally: { count: 600, peak: 61 } });
  });

  test('a burst goes on while the rate is at half the threshold, and ends a window after it fell below', () => {
    const told = play([...every(100, 10), ...every(12_000, 20, 'a', 20_000)]);
    expect(alerts(told)).toHaveLength(1);
    // The fifth newest write (of 5 needed) is at 200,000; the rate falls a minute later, the burst ends another minute later.
    expect(told.at(-1)).toMatchObject({ change: 'ended', at: 320_001, tally: { count: 30 } });
  });

  test('after the end the same client can burst again', () => {
    const told = play([...every(100, 10), ...every(100, 10, 'a', 5 * minute)]);
    expect(told.map(({ change }) => change)).toEqual(['began', 'ended', 'began', 'ended']);
    expect(told.at(-1)?.tally).toMatchObject({ first_id: 11, last_id: 20, count: 10 });
  });

  test('clients are counted apart', () => {
    const mixed = every(100, 18).map(([at], index) => [at, index % 2 ? 'a' : 'b'] as const);
    expect(alerts(play(mixed))).toEqual([]);
    const both = every(100, 20).map(([at], index) => [at, index % 2 ? 'a' : 'b'] as const);
    expect(alerts(play(both)).map(({ tally }) => tally.client)).toEqual(['b', 'a']);
  });

  test('whatever comes: one beginning and at most one growth in a burst, which ends once, with each write in it once', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 300 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 2, max: 12 }), (steps, threshold) => {
        let at = 0;
        const times = steps.map((step) => {
          at += step;
          return [at, 'a'] as const;
        });
        const told = play(times, threshold);
        let open = false;
        let grown = 0;
        let lastEnd = 0;
        for (const { change, tally } of told) {
          if (change === 'began') {
            expect(open).toBe(false);
            expect(tally.count).toBeGreaterThanOrEqual(threshold);
            expect(tally.first_id).toBeGreaterThan(lastEnd);
            open = true;
            grown = 0;
          } else {
            expect(open).toBe(true);
          }
          if (change === 'grew') grown += 1;
          expect(grown).toBeLessThanOrEqual(1);
          expect(tally.count).toBe(tally.last_id - tally.first_id + 1);
          if (change === 'ended') {
            open = false;
            lastEnd = tally.last_id;
          }
        }
        expect(open).toBe(false);
      }),
    );
  });
});

test('a burst knows the connections of all its writes, those before it was one too', () => {
  const detector = createBurstDetector({ threshold: 3, windowMs: minute });
  const observe = (id: number, connection: string | null) =>
    detector.observe({ client: 'a', at: id, id, failed: false, repeat: false, connection });
  observe(1, 'c-1');
  observe(2, null);
  expect(observe(3, 'c-2')[0]?.tally.connections).toEqual(['c-1', 'c-2']);
  expect(observe(4, 'c-3')[0]?.tally.connections).toEqual(['c-1', 'c-2', 'c-3']);
  expect(observe(5, 'c-1')[0]?.tally.connections).toEqual(['c-1', 'c-2', 'c-3']);
});
