import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { parseQuery } from '../../../shared/query/parse.ts';
import type { SavedView } from '../../../shared/views.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { viewsText as text } from '../../text/views-text.ts';
import { useToasts } from '../../ui/toast-store.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useSet } from '../settings/use-set.ts';
import { useShell } from '../shell/shell-store.ts';
import type { Views } from './view-edits.ts';

export function useViews() {
  return useQuery({ queryKey: keys.views, queryFn: () => inkwatch.views.list() });
}

interface Change {
  readonly views: Views;
  readonly onKept: (() => void) | undefined;
}

/** Keeps another list of views: shown at once, put back where it could not be kept. */
export function usePutViews(): (views: Views, onKept?: () => void) => void {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  const { mutate } = useMutation({
    mutationFn: ({ views }: Change) => inkwatch.views.put(views),
    onMutate: ({ views }) => client.setQueryData(keys.views, views),
    // Not as an option of one call: the line that a view was deleted by is gone when it is done.
    onSuccess: (_, { onKept }) => onKept?.(),
    onError: (error) => {
      say({ tone: 'failed', text: text.failed(error.message) });
      void client.invalidateQueries({ queryKey: keys.views });
    },
  });
  return useCallback((views, onKept) => mutate({ views, onKept }), [mutate]);
}

/** Shows a view: its search, and its columns where it has some. */
export function useOpenView(): (view: SavedView) => void {
  const set = useSet();
  return useCallback(
    (view) => {
      const { filter, errors } = parseQuery(view.query, { now: Date.now() });
      useShell.getState().setPage('writes');
      useFilter.getState().setFilter(filter);
      if (view.columns !== null) set({ window: { columns: view.columns } });
      const [error] = errors;
      if (error !== undefined) {
        useToasts.getState().say({ tone: 'failed', text: text.partly(error.message) });
      }
    },
    [set],
  );
}
