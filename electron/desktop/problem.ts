import { dialog } from 'electron';
import { visibleText } from '../../shared/text.ts';

/** Says in plain words why the app cannot start, and asks what to do. */
export async function askAboutProblem(error: unknown): Promise<'again' | 'quit'> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Inkwatch',
    message: 'Inkwatch could not start',
    detail: visibleText(error instanceof Error ? error.message : String(error)),
    buttons: ['Try Again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0 ? 'again' : 'quit';
}
