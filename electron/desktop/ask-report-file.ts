import { homedir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { ReportSave } from '../../shared/ipc/report.ts';
import { reportFileName } from '../core/report/format.ts';

const kinds: Readonly<Record<ReportSave['format'], string>> = {
  pdf: 'PDF document',
  md: 'Markdown text',
};

/** The system's save dialog, opening where the last report went. */
export function reportFileDialog(
  window: () => BrowserWindow | null,
): (save: ReportSave) => Promise<string | null> {
  let folder: string | null = null;
  return async ({ range, format }) => {
    folder ??= documents();
    const options: Electron.SaveDialogOptions = {
      title: 'Save the report',
      defaultPath: join(folder, reportFileName(range.since_ms, range.until_ms, format)),
      buttonLabel: 'Save',
      filters: [{ name: kinds[format], extensions: [format] }],
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

function documents(): string {
  try {
    return app.getPath('documents');
  } catch {
    return homedir();
  }
}
