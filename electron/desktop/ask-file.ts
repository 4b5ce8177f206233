import { homedir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { ReportSave } from '../../shared/ipc/report.ts';
import type { ExportRequest } from '../../shared/ipc.ts';
import { reportFileName } from '../core/report/format.ts';
import { defaultExportName } from './export-name.ts';

interface Kind<Request extends { readonly format: string }> {
  readonly title: string;
  readonly button: string;
  /** Where it opens the first time; afterwards where the last file went. */
  readonly folder: 'downloads' | 'documents';
  readonly formats: Readonly<Record<Request['format'], string>>;
  readonly name: (request: Request) => string;
}

const exports: Kind<ExportRequest> = {
  title: 'Export writes',
  button: 'Export',
  folder: 'downloads',
  formats: { csv: 'CSV table', jsonl: 'JSON, one row per line' },
  name: (request) => defaultExportName(request, Date.now()),
};

const reports: Kind<ReportSave> = {
  title: 'Save the report',
  button: 'Save',
  folder: 'documents',
  formats: { pdf: 'PDF document', md: 'Markdown text' },
  name: ({ range, format }) => reportFileName(range.since_ms, range.until_ms, format),
};

type Ask<Request> = (request: Request) => Promise<string | null>;
type WindowNow = () => BrowserWindow | null;

export const exportFileDialog = (window: WindowNow): Ask<ExportRequest> =>
  fileDialog(window, exports);
export const reportFileDialog = (window: WindowNow): Ask<ReportSave> => fileDialog(window, reports);

/** The system's save dialog; null: the person dismissed it. */
function fileDialog<Request extends { readonly format: string }>(
  window: WindowNow,
  { title, button, folder: first, formats, name }: Kind<Request>,
): Ask<Request> {
  let folder: string | null = null;
  return async (request) => {
    folder ??= knownFolder(first);
    const format: Request['format'] = request.format;
    const options: Electron.SaveDialogOptions = {
      title,
      defaultPath: join(folder, name(request)),
      buttonLabel: button,
      filters: [{ name: formats[format], extensions: [format] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    };
    const parent = window();
    const { canceled, filePath } =
      parent === null
        ? await dialog.showSaveDialog(options)
        : await dialog.showSaveDialog(parent, options);
    if (canceled || filePath === '') return null;
    folder = dirname(filePath);
    // GTK's dialog adds no extension by itself.
    return extname(filePath) === '' ? `${filePath}.${format}` : filePath;
  };
}

function knownFolder(name: 'downloads' | 'documents'): string {
  try {
    return app.getPath(name);
  } catch {
    return homedir();
  }
}
