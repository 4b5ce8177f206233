import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WriteFilter } from '../../../shared/filter.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { folded } from '../../lib/throttle.ts';
import { type ListData, withRows } from './list-window.ts';

/**
 * A write through another server is in the list before its outcome. The outcome changes rows in their
 * place; a list that shows some outcomes only is read again soon, since a row may belong to it now.
 */
export function useSettledRows(): void {
  const client = useQueryClient();
  useEffect(() => {
    const again = folded(() => {
      for (const queryKey of [keys.counts, keys.day, keys.facets, keys.histogram, keys.detail]) {
        void client.invalidateQueries({ queryKey });
      }
      void client.invalidateQueries({
        queryKey: keys.list,
        predicate: ({ queryKey }) => dependsOnOutcome(queryKey[keys.list.length]),
      });
    }, 900);
    const unsubscribe = inkwatch.writes.onSettled(({ ids }) => {
      void inkwatch.writes.rows(ids).then((rows) => {
        client.setQueriesData<ListData>({ queryKey: keys.list }, (data) =>
          data === undefined ? data : withRows(data, rows),
        );
      }, again.run);
      again.run();
    });
    return () => {
      unsubscribe();
      again.cancel();
    };
  }, [client]);
}

function dependsOnOutcome(filter: unknown): boolean {
  const { outcome, text } = (filter ?? {}) as Partial<WriteFilter>;
  return outcome === undefined || outcome.only.length + outcome.hide.length > 0 || text !== '';
}
