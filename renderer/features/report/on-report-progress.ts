import type { ExportProgress } from '../../../shared/answers.ts';
import { inkwatch } from '../../data/api.ts';
import { reportText as text } from '../../text/report-text.ts';
import { useToasts } from '../../ui/toast-store.ts';
import { useReport } from './report-store.ts';

/** Shows how saving goes, and how it ended, on whatever page its person is by then. */
export function onReportProgress(progress: ExportProgress): void {
  const { say } = useToasts.getState();
  useReport.getState().onProgress(progress.state === 'running' ? progress : null);
  switch (progress.state) {
    case 'running':
      break;
    case 'done':
      say({
        tone: 'ok',
        text: text.saved,
        action: { name: text.reveal, run: () => void inkwatch.report.reveal(progress.export_id) },
      });
      break;
    case 'cancelled':
      say({ tone: 'plain', text: text.cancelled });
      break;
    case 'failed':
      say({ tone: 'failed', text: progress.why ?? text.failed.title });
      break;
  }
}
