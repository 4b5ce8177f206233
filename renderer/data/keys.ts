import type { WriteFilter } from '../../shared/filter.ts';

/**
 * Keys of everything that is asked over IPC. The whole filter is part of the key, so an answer that
 * arrives late lands under its own question and never over another one.
 */
export const keys = {
  state: ['app', 'state'],
  settings: ['settings'],
  connect: ['connect'],
  bursts: ['bursts'],
  views: ['views'],
  memory: ['memory'],
  runs: ['runs', 'list'],
  runWrites: ['runs', 'writes'],
  connections: ['connections'],
  databases: ['databases'],
  servers: ['servers', 'list'],
  serverStats: ['servers', 'stats'],
  clientFiles: ['client-files'],
  approvals: ['approvals'],
  health: ['health'],
  report: ['report'],
  summary: ['summary'],
  counts: ['writes', 'counts'],
  facets: ['writes', 'facets'],
  histogram: ['writes', 'histogram'],
  day: ['writes', 'day'],
  list: ['writes', 'list'],
  detail: ['writes', 'detail'],
  repeats: ['writes', 'repeats'],
} as const;

/** A filter together with what its relative times depend on. */
export interface FilterAt {
  readonly filter: WriteFilter;
  /** Local midnight of the day in which "Today" was meant; 0 where the range is absolute. */
  readonly day: number;
  /** The minute, for ranges that slide ("last 5 minutes"); 0 elsewhere. */
  readonly minute: number;
}
