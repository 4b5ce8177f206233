import { useCallback } from 'react';
import { emptyFilter, type WriteFilter } from '../../../shared/filter.ts';
import type { Report } from '../../../shared/report.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useShell } from '../shell/shell-store.ts';

/** From a figure of the report to the rows behind it. */
export function useShowWrites(
  report: Pick<Report, 'since_ms' | 'until_ms'>,
): (part: Partial<WriteFilter>) => void {
  const { since_ms, until_ms } = report;
  return useCallback(
    (part) => {
      useShell.getState().setPage('writes');
      useFilter.getState().setFilter({
        ...emptyFilter,
        time: { kind: 'between', since_ms, until_ms },
        ...part,
      });
    },
    [since_ms, until_ms],
  );
}
