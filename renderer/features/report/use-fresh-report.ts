import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { folded } from '../../lib/throttle.ts';

/** Counts again some seconds after writes came: a report is read, not watched. */
export function useFreshReport(): void {
  const client = useQueryClient();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: keys.report });
    const again = folded(() => void client.invalidateQueries({ queryKey: keys.report }), 4000);
    const end = inkwatch.writes.onAppended(again.run);
    return () => {
      end();
      again.cancel();
    };
  }, [client]);
}
