import { homedir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { ExportRequest } from '../../shared/ipc.ts';
import { defaultExportName } from './export-name.ts';

const kinds: Readonly<Record<ExportRequest['format'], string>> = {
  csv: 'CSV table',
  jsonl: 'JSON, one row per line',
};

/** The system's save dialog, opening where the last export went. */
export function exportFileDialog(
  window: () => BrowserWindow | null,
): (request: ExportRequest) => Promise<string | null> {
  let folder: string | null = null;
  return async (request) => {
    folder ??= downloads();
    const options: Electron.SaveDialogOptions = {
      title: 'Export writes',
      defaultPath: join(folder, defaultExportName(request, Date.now())),
      buttonLabel: 'Export',
      filters: [{ name: kinds[request.format], extensions: [request.format] }],
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
    return extname(filePath) === '' ? `${filePath}.${request.format}` : filePath;
  };
}

function downloads(): string {
  try {
    return app.getPath('downloads');
  } catch {
    return homedir();
  }
}
