import type { Burst } from '../../shared/burst.ts';
import type { WriteHandle } from '../db/handles.ts';
import { unseenBursts } from '../db/readers/bursts.ts';
import {
  endOpenBursts,
  insertBurst,
  setBurstNotification,
  setBurstsSeen,
  updateBurst,
} from '../db/writers/bursts.ts';
import { type BurstTally, type BurstVerdict, createBurstDetector } from './bursts.ts';
import type { RecordedWrite } from './recorder.ts';

export interface BurstRule {
  readonly threshold: number;
  readonly windowSeconds: number;
}

/** `began` is the one to notify of; `grew` when it grew tenfold. */
export interface BurstEvent {
  readonly burst: Burst;
  readonly change: 'began' | 'grew' | 'updated' | 'ended';
}

export interface BurstKeeperOptions {
  readonly db: WriteHandle;
  readonly rule: BurstRule;
  readonly emit: (event: BurstEvent) => void;
  /** A burst could not be stored; the alert went out all the same. */
  readonly onError: (error: unknown) => void;
  /** Monotonic milliseconds; default `performance.now`. */
  readonly clock?: () => number;
}

export interface BurstKeeper {
  /** Counts one committed write. Only live writes come here: history and imports never alert. */
  observe(write: RecordedWrite): void;
  configure(rule: BurstRule): void;
  markSeen(ids: readonly number[]): void;
  setNotified(id: number, notified: Burst['notified']): void;
  unseen(): number;
  /** Stores what is open and stops the clock. */
  close(): void;
}

/** A growing burst is stored and told at most so often; its beginning, tenfold growth and end at once. */
const updateMs = 250;

interface OpenBurst {
  burst: Burst;
  /** Something changed since it was last stored and told. */
  stale: boolean;
  /** Rows whose outcome came after them are in it: its failures are counted at its end. */
  hasLater: boolean;
}

/** Detects bursts, stores them, says so. Closes bursts that an earlier process left open. */
export function startBurstKeeper(options: BurstKeeperOptions): BurstKeeper {
  const { db, emit, onError } = options;
  const clock = options.clock ?? (() => performance.now());
  const detector = createBurstDetector(detectorRule(options.rule));
  const open = new Map<string, OpenBurst>();
  let endTimer: NodeJS.Timeout | undefined;
  let updateTimer: NodeJS.Timeout | undefined;
  attempt(onError, () => endOpenBursts(db));

  const store = (one: OpenBurst) => {
    one.stale = false;
    attempt(onError, () => {
      // Id 0: the beginning could not be stored; the next change tries again.
      if (one.burst.id === 0) one.burst = { ...one.burst, id: insertBurst(db, one.burst) };
      else updateBurst(db, one.burst);
    });
  };

  const flush = () => {
    updateTimer = undefined;
    for (const one of open.values()) {
      if (!one.stale) continue;
      store(one);
      emit({ burst: one.burst, change: 'updated' });
    }
  };

  const flushLater = () => {
    updateTimer ??= setTimeout(flush, updateMs);
    updateTimer.unref();
  };

  const apply = ({ change, tally }: BurstVerdict, write: RecordedWrite | null) => {
    const one = open.get(tally.client) ?? newBurst(db, tally, write);
    open.set(tally.client, one);
    one.burst = { ...one.burst, ...tallied(tally) };
    one.hasLater ||= write?.pending === true;
    switch (change) {
      case 'updated':
        one.stale = true;
        flushLater();
        return;
      case 'ended':
        one.burst = { ...one.burst, end_ms: endOf(db, one.burst) };
        if (one.hasLater) one.burst = { ...one.burst, failures: failuresOf(db, one.burst) };
        open.delete(tally.client);
        break;
      case 'began':
      case 'grew':
        break;
    }
    store(one);
    emit({ burst: one.burst, change });
  };

  const planSweep = () => {
    const next = detector.nextSweep();
    clearTimeout(endTimer);
    if (next === null) return;
    endTimer = setTimeout(sweep, Math.max(0, next - clock()) + 1);
    endTimer.unref();
  };

  const sweep = () => {
    for (const verdict of detector.sweep(clock())) apply(verdict, null);
    planSweep();
  };

  return {
    observe(write) {
      if (write.effect === 'read') return;
      const verdicts = detector.observe({
        client: write.client_info,
        at: clock(),
        id: write.id,
        failed: write.failed,
        repeat: write.repeats_id !== null,
        connection: write.client_id,
      });
      for (const verdict of verdicts) apply(verdict, write);
      // A later write only moves the end further away: the sweep that is planned plans anew.
      if (verdicts.some((verdict) => verdict.change !== 'updated')) planSweep();
    },
    configure: (rule) => {
      detector.configure(detectorRule(rule));
      planSweep();
    },
    markSeen(ids) {
      const now = Date.now();
      setBurstsSeen(db, ids, now);
      for (const one of open.values()) {
        if (ids.includes(one.burst.id)) one.burst = { ...one.burst, seen_ms: now };
      }
    },
    setNotified(id, notified) {
      setBurstNotification(db, id, notified);
      for (const one of open.values()) {
        if (one.burst.id === id) one.burst = { ...one.burst, notified };
      }
    },
    unseen: () => unseenBursts(db),
    close() {
      clearTimeout(endTimer);
      clearTimeout(updateTimer);
      for (const one of open.values()) store(one);
      open.clear();
    },
  };
}

const detectorRule = (rule: BurstRule) => ({
  threshold: rule.threshold,
  windowMs: rule.windowSeconds * 1000,
});

const tallied = (tally: BurstTally) => ({
  count: tally.count,
  peak: tally.peak,
  first_id: tally.first_id,
  last_id: tally.last_id,
  repeats: tally.repeats,
  failures: tally.failures,
  client_ids: tally.connections,
});

function newBurst(db: WriteHandle, tally: BurstTally, write: RecordedWrite | null): OpenBurst {
  const start_ms = timeOf(db, tally.first_id) ?? write?.timestamp_ms ?? Date.now();
  return {
    stale: false,
    // Writes before the one that made it a burst may have been of that kind.
    hasLater: write?.pending === true,
    burst: {
      id: 0,
      client_info: tally.client,
      client_name: write?.client_name ?? null,
      start_ms,
      end_ms: null,
      ...tallied(tally),
      seen_ms: null,
      notified: 'pending',
    },
  };
}

function timeOf(db: WriteHandle, id: number): number | undefined {
  return db.get<{ at: number }>('SELECT timestamp_ms AS at FROM mcp_writes WHERE id = ?', [id])?.at;
}

function failuresOf(db: WriteHandle, { client_info, first_id, last_id }: Burst): number {
  const counted = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM mcp_writes WHERE id BETWEEN ? AND ? AND client_info = ?
      AND effect = 'write' AND success = 0 AND finished_ms IS NOT NULL`,
    [first_id, last_id, client_info],
  );
  return counted?.n ?? 0;
}

/** The time of the last write; never before the start, whatever the wall clock did meanwhile. */
function endOf(db: WriteHandle, burst: Burst): number {
  return Math.max(burst.start_ms, timeOf(db, burst.last_id) ?? burst.start_ms);
}

function attempt(onError: (error: unknown) => void, work: () => void): void {
  try {
    work();
  } catch (error) {
    onError(error);
  }
}
