import type { QueryClient } from '@tanstack/react-query';
import type { FirstLook } from '../../../shared/ipc/opened.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { inkwatch } from '../../data/api.ts';
import { settingsQuery, stateQuery } from '../../data/queries.ts';
import { useFilter } from '../filters/filter-store.ts';
import { filterAt } from '../filters/use-filter-at.ts';
import { useGrid } from './grid-store.ts';
import type { ListData } from './list-window.ts';
import { listQuery } from './use-writes-list.ts';

/** A ledger that takes longer is waited for by a window that says so. */
const PATIENCE_MS = 500;

/**
 * Settles when there is something to draw, or when that takes long: an empty window that is drawn once more with its
 * rows takes half as long again. What goes wrong is told where it is used.
 */
export async function askFirst(client: QueryClient): Promise<void> {
  const list = listQuery(
    filterAt(useFilter.getState().filter, Date.now()),
    useGrid.getState().anchor,
  );
  const patience = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE_MS));
  const look = await Promise.race([inkwatch.app.firstLook(), patience]);
  void client.prefetchQuery(stateQuery);
  if (look !== null) {
    client.setQueryData<ListData>(list.queryKey, firstPage(look));
    const window = { ...defaultSettings.window, ...look.window };
    client.setQueryData(settingsQuery.queryKey, { ...defaultSettings, window });
    void client.invalidateQueries(settingsQuery);
    return;
  }
  const asked = [client.prefetchQuery(settingsQuery), client.prefetchInfiniteQuery(list)];
  await Promise.race([Promise.all(asked), patience]);
}

function firstPage({ page }: FirstLook): ListData {
  return {
    pages: [{ rows: page.rows, start: 0, newer: false, older: page.more }],
    pageParams: [{ kind: 'newest' }],
  };
}
