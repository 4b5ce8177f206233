import { expect, test } from 'vitest';
import { defaultSettings } from '../../../shared/settings.ts';
import { planWeek, type SampleCall } from './week.ts';

const day = 24 * 60 * 60_000;
/** A Monday evening, a Sunday night, and the days on which Berlin changes its clocks. */
const moments = [
  '2026-11-30T21:40:00Z',
  '2026-11-29T02:10:00Z',
  '2026-03-29T06:00:00Z',
  '2026-10-25T23:59:00Z',
].map((text) => Date.parse(text));

const clientOf = (call: SampleCall): string => call.caller.client_info;

/** The most writes of one client within the burst window. */
function peak(calls: readonly SampleCall[], client: string): number {
  const times = calls.filter((call) => clientOf(call) === client).map((call) => call.atMs);
  let most = 0;
  let first = 0;
  times.forEach((at, index) => {
    while ((times[first] ?? 0) <= at - defaultSettings.burst.windowSeconds * 1000) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

test.each(moments)(
  'a week that ends at %i has about 2,000 writes of four clients in order',
  (now) => {
    const calls = planWeek(now);
    expect(calls.length).toBeGreaterThan(1950);
    expect(calls.length).toBeLessThan(2100);
    expect(new Set(calls.map(clientOf)).size).toBe(4);
    for (const [index, call] of calls.entries()) {
      expect(call.atMs).toBeGreaterThanOrEqual(calls[index - 1]?.atMs ?? 0);
      expect(call.atMs).toBeLessThan(now);
      expect(call.atMs).toBeGreaterThan(now - 7 * day);
    }
    // Ends now: what a person sees first is minutes old.
    expect(now - (calls.at(-1)?.atMs ?? 0)).toBeLessThan(10 * 60_000);
    expect(new Set(calls.map((call) => new Date(call.atMs).getDay())).size).toBe(7);
  },
);

test.each(moments)('a week that ends at %i has exactly one burst, by Cursor', (now) => {
  const calls = planWeek(now);
  const peaks = [...new Set(calls.map(clientOf))].filter(
    (client) => peak(calls, client) >= defaultSettings.burst.threshold,
  );
  expect(peaks).toEqual(['mcp:cursor-vscode']);
  expect(peak(calls, 'mcp:cursor-vscode')).toBeGreaterThanOrEqual(42);
});

test('the same moment gives the same week', () => {
  expect(planWeek(moments[0] ?? 0)).toEqual(planWeek(moments[0] ?? 0));
});

test.each(moments)(
  'a few writes are in trouble, and what is noted or tagged was stored before: %i',
  (now) => {
    const calls = planWeek(now);
    const troubled = calls.filter((call) => call.trouble !== null);
    expect(troubled.length).toBeGreaterThan(5);
    expect(troubled.length).toBeLessThan(60);
    const stored = new Set<string>();
    const early = calls.filter((call) => {
      if (call.stores !== null) stored.add(call.stores);
      return call.chunk !== null && !stored.has(call.chunk);
    });
    expect(early).toEqual([]);
  },
);
