import type { WritesPage } from '../../shared/answers.ts';
import type { WriteFilter } from '../../shared/filter.ts';
import type { PageKey } from '../../shared/ledger.ts';
import type { RunsPage } from '../../shared/runs.ts';
import { resolveTimeRange, type Weekday } from '../../shared/time-range.ts';
import { dbErrorKind } from './errors.ts';
import type { ResolvedFilter } from './filter-sql.ts';
import type { ReadHandle } from './handles.ts';
import { SupersededError } from './read-lane.ts';
import { createReadLanes, type ReadLanes } from './read-lanes.ts';
import { type ReadArgs, type ReadName, type ReadResults, runRead } from './read-operations.ts';
import { newerAdded, olderAdded } from './readers/page.ts';
import { runsAdded } from './readers/runs.ts';
import type { CoreReads } from './reads.ts';

export { SupersededError };

export interface ReadClientOptions {
  readonly database: string;
  /** Where `read-worker.js` is; null: beside this module's bundle. */
  readonly workerFolder: string | null;
  /** What the first day of a week is now; asked at each request. */
  readonly weekStart: () => Weekday;
  /** Readers that run already; absent: each starts with its first question. */
  readonly lanes?: ReadLanes;
  /** A reader found the file damaged: `OpenLedger.damaged` looks at it (case c04). */
  readonly damaged?: (error: unknown) => void;
}

export interface ReadClient extends CoreReads {
  close(): Promise<void>;
}

type Ask = <Name extends ReadName>(name: Name, args: ReadArgs[Name]) => Promise<ReadResults[Name]>;

/** Asks on until a page is full; between two steps others' questions are answered. */
async function wholePage<Page extends WritesPage | RunsPage>(
  step: (left: number, from: PageKey | null) => Promise<Page>,
  joined: (before: Page, step: Page) => Page,
  limit: number,
  from: PageKey | null,
  wanted: () => boolean,
): Promise<Pick<Page, 'rows' | 'more'>> {
  let found = await step(limit, from);
  while (found.searched_to != null) {
    if (!wanted()) throw new SupersededError();
    found = joined(found, await step(limit - found.rows.length, found.searched_to));
  }
  return { rows: found.rows, more: found.more };
}

function readsThrough(ask: Ask, weekStart: () => Weekday): CoreReads {
  let newestText = '';
  /** A search through the whole ledger ends when another text is looked for. */
  const stillWanted = ({ text }: WriteFilter) => {
    newestText = text;
    return () => newestText === text;
  };
  // "This week" is decided here, once per question, by the clock and the settings of this process.
  const query = (filter: WriteFilter): ResolvedFilter => ({
    filter,
    bounds: resolveTimeRange(filter.time, Date.now(), weekStart()),
  });
  const page: CoreReads['page'] = (filter, limit, before) => {
    const asked = query(filter);
    const step = (left: number, from: PageKey | null) =>
      ask('page', { query: asked, limit: left, before: from });
    return wholePage(step, olderAdded, limit, before, stillWanted(filter));
  };
  return {
    page,
    async newer(filter, after, limit) {
      if (after === null) return { ...(await page(filter, limit, null)), more: false };
      const asked = query(filter);
      const step = (left: number, from: PageKey | null) =>
        ask('newer', { query: asked, limit: left, after: from });
      return wholePage(step, newerAdded, limit, after, stillWanted(filter));
    },
    runs(filter, limit, before) {
      const asked = query(filter);
      const step = (left: number, from: PageKey | null) =>
        ask('runs', { query: asked, limit: left, before: from });
      return wholePage(step, runsAdded, limit, before, stillWanted(filter));
    },
    runWrites: (run, limit, after) => ask('runWrites', { run, limit, after }),
    counts: (filter) => ask('counts', { query: query(filter) }),
    facets: (filter) => ask('facets', { query: query(filter) }),
    histogram: (filter, bars) => ask('histogram', { query: query(filter), bars }),
    dayCounts: (filter, days) => ask('dayCounts', { query: query(filter), days }),
    rows: (ids) => ask('rows', { ids }),
    detail: (id) => ask('detail', { id }),
    toolStats: (time) =>
      ask('toolStats', { bounds: resolveTimeRange(time, Date.now(), weekStart()) }),
    toolLastUses: (tools) => ask('toolLastUses', { tools }),
    bursts: (limit) => ask('bursts', { limit }),
    summary: (ids) => ask('summary', { ids }),
    repeats: (id, limit) => ask('repeats', { id, limit }),
    memoryNamespaces: () => ask('memoryNamespaces', {}),
    memoryDocuments: (namespace, before, limit) =>
      ask('memoryDocuments', { namespace, before, limit }),
    memorySearch: (text, namespace, limit) => ask('memorySearch', { text, namespace, limit }),
    memoryDetail: (chunkId) => ask('memoryDetail', { chunkId }),
    memoryText: (chunkId, version) => ask('memoryText', { chunkId, version }),
    report: (since_ms, until_ms) => ask('report', { since_ms, until_ms }),
    connectionCounts: () => ask('connectionCounts', {}),
    connectionActivity: () => ask('connectionActivity', { now: Date.now() }),
  };
}

/** Sums over a million rows must not keep a page waiting. */
const laneOf: Readonly<Record<ReadName, keyof ReadLanes>> = {
  page: 'rows',
  newer: 'rows',
  rows: 'rows',
  detail: 'rows',
  bursts: 'rows',
  runWrites: 'rows',
  runs: 'sums',
  repeats: 'rows',
  memoryDetail: 'rows',
  memoryDocuments: 'rows',
  memoryText: 'rows',
  memoryNamespaces: 'sums',
  memorySearch: 'sums',
  report: 'reports',
  summary: 'sums',
  connectionCounts: 'sums',
  connectionActivity: 'sums',
  toolStats: 'sums',
  toolLastUses: 'sums',
  counts: 'sums',
  facets: 'sums',
  histogram: 'sums',
  dayCounts: 'sums',
};

/** Reads in worker threads, each on a connection of its own; the answer ends the read. */
export function createReadClient(options: ReadClientOptions): ReadClient {
  const lanes = options.lanes ?? createReadLanes(options.database, options.workerFolder);
  const ask: Ask = async (name, args) => {
    try {
      return await lanes[laneOf[name]].ask(name, args);
    } catch (error) {
      if (dbErrorKind(error) === 'corrupt') options.damaged?.(error);
      throw error;
    }
  };
  return {
    ...readsThrough(ask, options.weekStart),
    async close() {
      await Promise.all([lanes.rows.close(), lanes.sums.close(), lanes.reports.close()]);
    },
  };
}

/** The same reads on this thread, for the CLI and for tests. */
export function createDirectReads(db: ReadHandle, weekStart: () => Weekday): CoreReads {
  return readsThrough(async (name, args) => runRead(db, name, args), weekStart);
}
