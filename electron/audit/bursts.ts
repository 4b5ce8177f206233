/** One committed write as the detector sees it. `at` is monotonic milliseconds. */
export interface BurstTick {
  readonly client: string;
  readonly at: number;
  readonly id: number;
  readonly failed: boolean;
  readonly repeat: boolean;
  /** Null: it came through none. */
  readonly connection: string | null;
}

/** What is known of a client's burst; ids are the ledger's. */
export interface BurstTally {
  readonly client: string;
  readonly first_id: number;
  readonly last_id: number;
  readonly count: number;
  /** Most writes inside one window. */
  readonly peak: number;
  readonly failures: number;
  readonly repeats: number;
  /** Each once, in order of their first write. */
  readonly connections: readonly string[];
}

export interface BurstVerdict {
  readonly change: 'began' | 'grew' | 'updated' | 'ended';
  readonly tally: BurstTally;
}

export interface DetectorRule {
  readonly threshold: number;
  readonly windowMs: number;
}

interface Track {
  /** Ticks of the last two windows, oldest first. */
  ticks: BurstTick[];
  open: { tally: BurstTally; grown: boolean } | null;
}

/** A burst that has this many times the threshold alerts once more. */
const growth = 10;

/**
 * Watches the rate of each client (design section 6). A burst begins with the write that makes
 * `threshold` within `windowMs`, both ends counted, and ends when the rate has been under half the
 * threshold for a whole window. While it is open every write of the client belongs to it, so that
 * its ids are one range. Pure: the clock is the caller's, and only goes forward.
 */
export function createBurstDetector(initial: DetectorRule) {
  let rule = initial;
  const tracks = new Map<string, Track>();

  /** The write that holds the rate at half the threshold; the rate falls one window after it. */
  const endsAt = (track: Track): number => {
    const half = Math.ceil(rule.threshold / 2);
    const holding = track.ticks.at(-half);
    return holding === undefined ? Number.NEGATIVE_INFINITY : holding.at + 2 * rule.windowMs;
  };

  const endIfQuiet = (track: Track, now: number): BurstVerdict | null => {
    if (track.open === null || now <= endsAt(track)) return null;
    const { tally } = track.open;
    track.open = null;
    return { change: 'ended', tally };
  };

  const forget = (track: Track, now: number) => {
    const gone = firstWithin(track.ticks, now - 2 * rule.windowMs);
    // Only when half are gone, so that a flood does not copy its window at every write.
    if (gone > track.ticks.length / 2) track.ticks = track.ticks.slice(gone);
  };

  const grown = (track: Track, tick: BurstTick, inWindow: number): BurstVerdict | null => {
    const { open } = track;
    if (open === null) return null;
    const { tally } = open;
    open.tally = {
      ...tally,
      last_id: tick.id,
      count: tally.count + 1,
      peak: Math.max(tally.peak, inWindow),
      failures: tally.failures + (tick.failed ? 1 : 0),
      repeats: tally.repeats + (tick.repeat ? 1 : 0),
      connections: withConnection(tally.connections, tick),
    };
    const grew = !open.grown && open.tally.count >= growth * rule.threshold;
    if (grew) open.grown = true;
    return { change: grew ? 'grew' : 'updated', tally: open.tally };
  };

  const began = (track: Track, window: readonly BurstTick[]): BurstVerdict | null => {
    const [first, last] = [window[0], window.at(-1)];
    if (first === undefined || last === undefined || window.length < rule.threshold) return null;
    const tally: BurstTally = {
      client: first.client,
      first_id: first.id,
      last_id: last.id,
      count: window.length,
      peak: window.length,
      failures: window.filter((tick) => tick.failed).length,
      repeats: window.filter((tick) => tick.repeat).length,
      connections: window.reduce(withConnection, []),
    };
    track.open = { tally, grown: false };
    return { change: 'began', tally };
  };

  return {
    /** Counts one write. @returns what it changed, an end before a beginning. */
    observe(tick: BurstTick): readonly BurstVerdict[] {
      const track = tracks.get(tick.client) ?? { ticks: [], open: null };
      tracks.set(tick.client, track);
      const ended = endIfQuiet(track, tick.at);
      forget(track, tick.at);
      track.ticks.push(tick);
      // Once ended, a burst's own writes are spent: a new burst starts after them.
      if (ended !== null) track.ticks = [tick];
      const from = firstWithin(track.ticks, tick.at - rule.windowMs);
      const verdict =
        track.open === null
          ? began(track, track.ticks.slice(from))
          : grown(track, tick, track.ticks.length - from);
      return [ended, verdict].filter((one) => one !== null);
    },
    /** Ends the bursts that have been quiet long enough. */
    sweep(now: number): readonly BurstVerdict[] {
      const verdicts: BurstVerdict[] = [];
      for (const [client, track] of tracks) {
        const ended = endIfQuiet(track, now);
        if (ended !== null) verdicts.push(ended);
        forget(track, now);
        if (track.open === null && (ended !== null || track.ticks.length === 0)) {
          tracks.delete(client);
        }
      }
      return verdicts;
    },
    /** When `sweep` next has something to end; null: no burst is open. */
    nextSweep(): number | null {
      const ends = [...tracks.values()].filter((track) => track.open !== null).map(endsAt);
      return ends.length === 0 ? null : Math.min(...ends);
    },
    /** Open bursts go on and end by the new rule. */
    configure(next: DetectorRule): void {
      rule = next;
    },
    open: (): readonly BurstTally[] =>
      [...tracks.values()].flatMap((track) => (track.open === null ? [] : [track.open.tally])),
  };
}

function withConnection(known: readonly string[], { connection }: BurstTick): readonly string[] {
  return connection === null || known.includes(connection) ? known : [...known, connection];
}

/** Index of the first tick at or after `at`; binary, since a burst's window may hold thousands. */
function firstWithin(ticks: readonly BurstTick[], at: number): number {
  let low = 0;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ticks[middle]?.at ?? Number.POSITIVE_INFINITY) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
