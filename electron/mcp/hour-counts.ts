import type { RecentWrite } from '../db/readers/recent-writes.ts';

const hourMs = 60 * 60_000;

/** How many writes each connection made within the last hour. Exact, over restarts too. */
export interface HourCounts {
  /** Writes of the last hour, those under way included. */
  of(clientId: string): number;
  /** Milliseconds until there are less than `limit`; 0: there are. */
  waitMs(clientId: string, limit: number): number;
  /** Writes of the last hour that could not be read at the start, oldest first. */
  add(recent: readonly RecentWrite[]): void;
  /** A write is under way; call what this returns once, with whether it left a row that counts. */
  begin(clientId: string): (counts: boolean) => void;
}

export interface Clock {
  /** Milliseconds since 1970, by the wall clock. */
  readonly wall: () => number;
  /** Monotonic milliseconds. */
  readonly steady: () => number;
}

const systemClock: Clock = { wall: Date.now, steady: () => performance.now() };

interface Track {
  /** Times of writes, oldest first; those before `from` are over. */
  times: number[];
  from: number;
  underWay: number;
}

/** @param recent the writes of the last hour as the ledger holds them, oldest first */
export function createHourCounts(recent: readonly RecentWrite[], clock = systemClock): HourCounts {
  const tracks = new Map<string, Track>();
  const time = onwardClock(clock);
  const trackOf = (clientId: string): Track => {
    const known = tracks.get(clientId);
    if (known !== undefined) return known;
    const track: Track = { times: [], from: 0, underWay: 0 };
    tracks.set(clientId, track);
    return track;
  };
  const forget = (track: Track, now: number): void => {
    const { times } = track;
    while (track.from < times.length && (times[track.from] ?? now) <= now - hourMs) track.from += 1;
    if (track.from > 1000 && track.from > times.length / 2) {
      track.times = times.slice(track.from);
      track.from = 0;
    }
  };
  const add = (writes: readonly RecentWrite[]): void => {
    for (const { client_id, at_ms } of writes) trackOf(client_id).times.push(at_ms);
  };
  add(recent);

  return {
    add,
    of(clientId) {
      const track = tracks.get(clientId);
      if (track === undefined) return 0;
      forget(track, time());
      return track.times.length - track.from + track.underWay;
    },
    waitMs(clientId, limit) {
      const track = tracks.get(clientId);
      if (track === undefined) return 0;
      const now = time();
      forget(track, now);
      const { times, from, underWay } = track;
      const over = times.length - from + underWay - limit;
      if (over < 0) return 0;
      // The write that has to become an hour old; one that is under way now has its whole hour before it.
      const last = times[from + over] ?? now;
      return Math.max(1, last + hourMs - now);
    },
    begin(clientId) {
      const track = trackOf(clientId);
      const at = time();
      track.underWay += 1;
      return (counts) => {
        track.underWay -= 1;
        if (counts) insertInOrder(track, at);
      };
    },
  };
}

/** Calls end in another order than they began; the newest is the usual place. */
function insertInOrder({ times, from }: Track, at: number): void {
  let place = times.length;
  while (place > from && (times[place - 1] ?? at) > at) place -= 1;
  times.splice(place, 0, at);
}

/**
 * A time that never goes back. It goes on by the steady clock where the wall clock was set back, and
 * follows the wall clock ahead, since the steady one stands while a computer sleeps.
 */
function onwardClock({ wall, steady }: Clock): () => number {
  let now = wall();
  let steadyAt = steady();
  return () => {
    const steadyNow = steady();
    now = Math.max(now + Math.max(0, steadyNow - steadyAt), wall());
    steadyAt = steadyNow;
    return now;
  };
}
