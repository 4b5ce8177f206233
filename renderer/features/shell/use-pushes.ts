import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AppState } from '../../../shared/answers.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { useBursts } from '../../data/queries.ts';
import { useApprovals } from '../approvals/approvals-store.ts';
import { useMarkSeen } from '../bursts/use-bursts.ts';
import { useExport } from '../export/export-store.ts';
import { useFilter } from '../filters/filter-store.ts';
import { showMarks } from '../marks/show-marks.ts';
import { onReportProgress } from '../report/on-report-progress.ts';
import { useShell } from './shell-store.ts';
import { useOpenExport } from './use-open-export.ts';

/** Puts what the main process says unasked where it belongs. */
export function usePushes(): void {
  const client = useQueryClient();
  const openExport = useOpenExport();
  const { mutate: markSeen } = useMarkSeen();
  // Asked for here, so that the banner does not wait for the page that lists them.
  useBursts();
  useEffect(() => {
    const ends = [
      inkwatch.app.onState((state) => {
        const before = client.getQueryData<AppState>(keys.state)?.ledger;
        client.setQueryData(keys.state, state);
        // Another file is open now, or one at all: what was read before is of the one before.
        if (before !== undefined && JSON.stringify(before) !== JSON.stringify(state.ledger)) {
          void client.invalidateQueries();
        }
      }),
      inkwatch.settings.onChanged((settings) => client.setQueryData(keys.settings, settings)),
      inkwatch.views.onChanged((views) => client.setQueryData(keys.views, views)),
      inkwatch.marks.onChanged(({ marks }) => showMarks(client, marks)),
      inkwatch.report.onProgress(onReportProgress),
      inkwatch.connections.onChanged(
        () => void client.invalidateQueries({ queryKey: keys.connections }),
      ),
      inkwatch.approvals.onChanged(
        () => void client.invalidateQueries({ queryKey: keys.approvals }),
      ),
      inkwatch.bursts.onChanged(() => {
        void client.invalidateQueries({ queryKey: keys.bursts });
        void client.invalidateQueries({ queryKey: keys.histogram });
      }),
      inkwatch.export.onProgress((progress) => useExport.getState().onProgress(progress)),
      inkwatch.app.onShow((what) => {
        const { setPage } = useShell.getState();
        if ('page' in what) setPage(what.page);
        else if ('approval' in what) useApprovals.getState().show(what.approval);
        else if ('dialog' in what) {
          setPage('writes');
          openExport();
        } else {
          setPage('writes');
          useFilter.getState().setFilter(what.filter);
          // Who comes by the notification has read the alert.
          if (what.filter.burst !== null) markSeen([what.filter.burst]);
        }
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, openExport, markSeen]);
}
