import type { QueryClient } from '@tanstack/react-query';
import { settingsQuery, stateQuery } from '../../data/queries.ts';
import { useFilter } from '../filters/filter-store.ts';
import { filterAt } from '../filters/use-filter-at.ts';
import { useGrid } from './grid-store.ts';
import { listQuery } from './use-writes-list.ts';

/** A ledger that takes longer is waited for by a window that says so. */
const PATIENCE_MS = 500;

/**
 * Asks for what a start shows, and settles when it is there or takes long: drawing an empty window first and all of
 * it once more with the rows takes half as long again. What goes wrong is told where it is used.
 */
export async function askFirst(client: QueryClient): Promise<void> {
  const at = filterAt(useFilter.getState().filter, Date.now());
  await Promise.race([
    Promise.all([
      client.prefetchQuery(stateQuery),
      client.prefetchQuery(settingsQuery),
      client.prefetchInfiniteQuery(listQuery(at, useGrid.getState().anchor)),
    ]),
    new Promise((done) => setTimeout(done, PATIENCE_MS)),
  ]);
}
