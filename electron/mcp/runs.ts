import { randomUUID } from 'node:crypto';

const gapMs = 30 * 60_000;
/** Clients whose last call is this old cannot continue a run; the map holds only those that can. */
const sweepAbove = 1000;

/** Runs of clients that say nothing of theirs: one client's calls with less than 30 minutes between them. */
export interface GapRuns {
  /** The run that a call of this client belongs to now. */
  of(client: string, nowMs: number): string;
}

export function createGapRuns(): GapRuns {
  const last = new Map<string, { readonly id: string; readonly atMs: number }>();
  return {
    of(client, nowMs) {
      const before = last.get(client);
      const goesOn = before !== undefined && Math.abs(nowMs - before.atMs) < gapMs;
      const id = goesOn ? before.id : randomUUID();
      last.set(client, { id, atMs: nowMs });
      if (last.size > sweepAbove) {
        for (const [key, { atMs }] of last) if (Math.abs(nowMs - atMs) >= gapMs) last.delete(key);
      }
      return id;
    },
  };
}
