import { ipcMain, type WebContents } from 'electron';
import { FIRST_LOOK, type FirstLook, OPENED } from '../../../shared/ipc/opened.ts';
import { isOurs } from './sender.ts';

/** Holds the window's requests, which it sends before there is a core to answer them; returns what lets them through. */
export function holdRequests(): () => void {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  // It tells nobody anything but that: who asks is looked at with each request that follows (register.ts).
  ipcMain.handle(OPENED, () => opened.then(() => null));
  return open;
}

/** Answers our own window's first look, once; a window that loads again asks the core. */
export function answerFirstLook(
  look: Promise<FirstLook | null>,
  contents: () => WebContents | null,
  onAnswered: () => void,
): void {
  let answered = false;
  ipcMain.handle(FIRST_LOOK, async (event): Promise<FirstLook | null> => {
    if (answered || !isOurs(event, contents())) return null;
    answered = true;
    const found = await look;
    setImmediate(onAnswered);
    return found;
  });
}
