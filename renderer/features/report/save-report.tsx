import { Download } from 'lucide-react';
import type { ReportSave } from '../../../shared/ipc/report.ts';
import { inkwatch } from '../../data/api.ts';
import { reportText as text } from '../../text/report-text.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import type { ReportRange } from './report-range.ts';
import { useReport } from './report-store.ts';

/** As a PDF or as Markdown; while it is made, a way to stop it. */
export function SaveReport({ range }: { readonly range: ReportRange }) {
  const saving = useReport((state) => state.saving);
  if (saving !== null) {
    return (
      <span className="report-saving" role="status">
        <progress value={saving.written} max={saving.total} aria-label={text.saving} />
        <Button small onClick={() => void inkwatch.report.cancel(saving.export_id)}>
          {text.cancel}
        </Button>
      </span>
    );
  }
  const save = (format: ReportSave['format']) => () => {
    inkwatch.report.save({ range, format }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      useToasts.getState().say({ tone: 'failed', text: why });
    });
  };
  return (
    <Menu align="end" trigger={<Button icon={<Download aria-hidden />}>{text.save}</Button>}>
      <MenuItem onSelect={save('pdf')}>{text.pdf}</MenuItem>
      <MenuItem onSelect={save('md')}>{text.markdown}</MenuItem>
    </Menu>
  );
}
