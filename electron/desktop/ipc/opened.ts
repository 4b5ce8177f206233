import { ipcMain } from 'electron';
import { OPENED } from '../../../shared/ipc/opened.ts';

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
