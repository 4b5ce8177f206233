import { useCallback } from 'react';
import { useWeekStart } from '../../data/queries.ts';
import { useExport } from '../export/export-store.ts';
import { freezeFilter } from '../export/freeze-filter.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useGrid } from '../writes/grid-store.ts';

/** Opens the export with the filter and the selection as they are at this moment. */
export function useOpenExport(): () => void {
  const weekStart = useWeekStart();
  return useCallback(() => {
    const filter = freezeFilter(useFilter.getState().filter, Date.now(), weekStart);
    useExport.getState().open(filter, [...useGrid.getState().selection.ids]);
  }, [weekStart]);
}
