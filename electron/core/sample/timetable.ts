import { startOfLocalDay } from '../../../shared/time-range.ts';
import type { SampleClientKey } from './clients.ts';
import type { Dice } from './dice.ts';

/** When the writes of one run happen, oldest first, in milliseconds since 1970. */
export type RunTimes = readonly number[];

const minute = 60_000;
/** Below this, quick runs of one client would be bursts, and the sample has exactly one of those. */
const leastGapMs = 9_000;

/** How people use a client: local hours of the day, and how much of a weekday a weekend day is. */
const habits: Readonly<
  Record<SampleClientKey, { readonly from: number; readonly to: number; readonly weekend: number }>
> = {
  'claude-desktop': { from: 8, to: 22.5, weekend: 0.9 },
  'claude-code': { from: 9, to: 19.5, weekend: 0.25 },
  cursor: { from: 9.5, to: 19, weekend: 0.2 },
  codex: { from: 7, to: 21, weekend: 0.5 },
};

interface Window {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** The parts of the week before `nowMs` in which a client is used. */
function windowsOf(client: SampleClientKey, nowMs: number): readonly Window[] {
  const { from, to, weekend } = habits[client];
  const weekAgo = startOfLocalDay(nowMs, -6);
  const until = nowMs - 45 * minute;
  return Array.from({ length: 7 }, (_, day) => {
    const midnight = startOfLocalDay(weekAgo, day);
    const weekday = new Date(midnight).getDay();
    const start = midnight + from * 60 * minute;
    const end = Math.min(midnight + to * 60 * minute, until);
    const share = weekday === 0 || weekday === 6 ? weekend : 1;
    return { from: start, to: end, weight: Math.max(0, end - start) * share };
  });
}

/** Splits the writes of a day into runs of 5 to 36. */
function runSizes(writes: number, dice: Dice): readonly number[] {
  const sizes: number[] = [];
  for (let left = writes; left > 0; ) {
    const size = Math.min(left, dice.between(5, 36));
    sizes.push(size);
    left -= size;
  }
  return sizes;
}

/** The runs of one window, one after the other with pauses between them. */
function runsIn(window: Window, writes: number, dice: Dice): readonly RunTimes[] {
  const sizes = runSizes(writes, dice);
  const room = (window.to - window.from) / Math.max(1, writes);
  const longestGap = Math.max(leastGapMs + 1, Math.min(75_000, room * 0.7));
  const runs = sizes.map((size) => {
    let at = 0;
    return Array.from({ length: size }, (_, index) => {
      if (index > 0) at += dice.between(leastGapMs, Math.round(longestGap));
      return at;
    });
  });
  const busy = runs.reduce((sum, run) => sum + (run.at(-1) ?? 0), 0);
  const free = Math.max(0, window.to - window.from - busy);
  let start = window.from;
  return runs.map((run) => {
    start += Math.round((free / (runs.length + 1)) * (0.3 + dice.next() * 1.2));
    const times = run.map((offset) => Math.min(start + offset, window.to));
    start += run.at(-1) ?? 0;
    return times;
  });
}

/** When a client writes in the week that ends at `nowMs`: so many writes, in runs. */
export function timetableOf(
  client: SampleClientKey,
  writes: number,
  nowMs: number,
  dice: Dice,
): readonly RunTimes[] {
  const windows = windowsOf(client, nowMs);
  const whole = windows.reduce((sum, window) => sum + window.weight, 0);
  let given = 0;
  let weighed = 0;
  return windows.flatMap((window) => {
    weighed += window.weight;
    const upToHere = Math.round((writes * weighed) / whole);
    const mine = upToHere - given;
    given = upToHere;
    return mine === 0 ? [] : runsIn(window, mine, dice);
  });
}
