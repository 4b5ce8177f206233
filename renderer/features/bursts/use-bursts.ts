import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Burst } from '../../../shared/burst.ts';
import { emptyFilter } from '../../../shared/filter.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { useToasts } from '../../ui/toast-store.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useShell } from '../shell/shell-store.ts';

/** Marks alerts as read, here and in the ledger. */
export function useMarkSeen() {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  return useMutation({
    mutationFn: (ids: readonly number[]) => inkwatch.bursts.seen(ids),
    onMutate: (ids) => {
      const seen_ms = Date.now();
      client.setQueryData<readonly Burst[]>(keys.bursts, (bursts) =>
        bursts?.map((burst) =>
          ids.includes(burst.id) && burst.seen_ms === null ? { ...burst, seen_ms } : burst,
        ),
      );
    },
    onSettled: () => void client.invalidateQueries({ queryKey: keys.bursts }),
    onError: (error) => say({ tone: 'failed', text: error.message }),
  });
}

/** Shows exactly the rows of one burst, and marks it as read. */
export function useShowBurst(): (burst: Burst) => void {
  const { mutate } = useMarkSeen();
  return (burst) => {
    useFilter.getState().setFilter({ ...emptyFilter, burst: burst.id });
    useShell.getState().setPage('writes');
    if (burst.seen_ms === null) mutate([burst.id]);
  };
}
