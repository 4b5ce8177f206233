import type { QueryClient } from '@tanstack/react-query';
import { settingsQuery, stateQuery } from '../../data/queries.ts';
import { useFilter } from '../filters/filter-store.ts';
import { filterAt } from '../filters/use-filter-at.ts';
import { useGrid } from './grid-store.ts';
import { listQuery } from './use-writes-list.ts';

/**
 * Asks for what a start shows before anything is drawn: components ask only after they were painted once, and the
 * answers come from another process meanwhile. What goes wrong is told where it is used.
 */
export function askFirst(client: QueryClient): void {
  const at = filterAt(useFilter.getState().filter, Date.now());
  void client.prefetchQuery(stateQuery);
  void client.prefetchQuery(settingsQuery);
  void client.prefetchInfiniteQuery(listQuery(at, useGrid.getState().anchor));
}
