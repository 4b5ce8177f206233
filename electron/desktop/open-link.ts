import { type BrowserWindow, dialog, shell } from 'electron';
import type { RequestResults } from '../../shared/ipc.ts';
import { judgeLink } from './links.ts';

/** Opens a web address outside, after a question that shows where it really leads. */
export async function openLink(
  text: string,
  window: BrowserWindow | null,
): Promise<RequestResults['app:open-link']> {
  const verdict = judgeLink(text);
  if (verdict.kind === 'refused') return { opened: false, why: verdict.why };
  const question: Electron.MessageBoxOptions = {
    type: 'question',
    message: `Open a page on ${verdict.host}?`,
    detail: verdict.url.length > 300 ? `${verdict.url.slice(0, 300)}…` : verdict.url,
    buttons: ['Open in Browser', 'Cancel'],
    // The safe answer is the one that Enter and Escape give.
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const { response } =
    window === null
      ? await dialog.showMessageBox(question)
      : await dialog.showMessageBox(window, question);
  if (response !== 0) return { opened: false, why: '' };
  await shell.openExternal(verdict.url);
  return { opened: true, why: '' };
}
