import { createReadLane, type ReadLane } from './read-lane.ts';
import type { ReadName } from './read-operations.ts';
import { workerFile } from './worker-file.ts';

/** A list pages from several places at once; of the sums only the newest is looked at. */
const mostWaiting: Readonly<Record<ReadName, number>> = {
  page: 8,
  newer: 8,
  rows: 8,
  detail: 4,
  bursts: 8,
  runs: 4,
  runWrites: 4,
  repeats: 2,
  memoryDetail: 2,
  memoryDocuments: 8,
  memoryText: 4,
  memoryNamespaces: 2,
  memorySearch: 1,
  report: 2,
  summary: 1,
  connectionCounts: 8,
  connectionActivity: 8,
  toolStats: 2,
  toolLastUses: 2,
  counts: 4,
  facets: 1,
  histogram: 1,
  dayCounts: 1,
};

/** One reader each for lists, for sums over a million rows, and for reports of a year, which take seconds. */
export type ReadLanes = Readonly<Record<'rows' | 'sums' | 'reports', ReadLane>>;

export function createReadLanes(database: string, workerFolder: string | null): ReadLanes {
  const file = workerFile(workerFolder, 'read-worker.js');
  const lane = () => createReadLane(file, { database }, mostWaiting);
  return { rows: lane(), sums: lane(), reports: lane() };
}

/** Readers of which the list's starts at once: a window is about to ask, and a thread takes 60 ms to start. */
export function startReadLanes(database: string, workerFolder: string | null): ReadLanes {
  const lanes = createReadLanes(database, workerFolder);
  lanes.rows.warm();
  return lanes;
}
