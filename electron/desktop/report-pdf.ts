import { BrowserWindow, session } from 'electron';
import type { ReportDocument } from '../../shared/report-document.ts';
import { reportHtml, reportPolicy } from '../core/report/html.ts';
import { SCHEME } from './scheme-files.ts';

const page = `${SCHEME}://report/`;

/** Prints a report in a hidden window that runs no script, on a session that serves this one page and forgets it. */
export async function reportPdf(
  document: ReportDocument,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const own = session.fromPartition(`report-${Date.now()}`);
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  own.setPermissionCheckHandler(() => false);
  own.webRequest.onBeforeRequest((details, answer) => answer({ cancel: details.url !== page }));
  own.protocol.handle(
    SCHEME,
    () =>
      new Response(reportHtml(document), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': reportPolicy,
          'x-content-type-options': 'nosniff',
        },
      }),
  );
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: own,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: false,
    },
  });
  const stop = (): void => window.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await window.loadURL(page);
    return await window.webContents.printToPDF({
      pageSize: 'A4',
      printBackground: true,
      preferCSSPageSize: false,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate:
        '<p style="width:100%;margin:0 16mm;font-size:8px;color:#69635c;text-align:right"><span class="pageNumber"></span> / <span class="totalPages"></span></p>',
    });
  } finally {
    signal.removeEventListener('abort', stop);
    if (!window.isDestroyed()) window.destroy();
    own.protocol.unhandle(SCHEME);
  }
}
