import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import type { TrayHost } from './tray-host.ts';

export interface ClosingOptions {
  readonly home: string;
  readonly window: () => BrowserWindow | null;
  /** Asks again: a tray may have come or gone since the start. */
  readonly findTray: () => Promise<TrayHost>;
  readonly quit: () => void;
}

/**
 * What closing does while recording goes on: with a tray the window hides; without one it is minimised,
 * so that a visible way back stays, and that is said once per home (case g10).
 */
export function keepInBackground({ home, window, findTray, quit }: ClosingOptions): void {
  void findTray().then((tray) => {
    const current = window();
    if (current === null) return;
    if (tray === 'present') {
      current.hide();
      return;
    }
    current.minimize();
    const told = join(home, 'told-about-closing');
    if (existsSync(told)) return;
    tellOnce(told, quit);
  });
}

/** A window of its own, not one that waits for an answer on a window that is minimised. */
function tellOnce(file: string, quit: () => void): void {
  void dialog
    .showMessageBox({
      type: 'info',
      title: 'Inkwatch',
      message: 'Inkwatch keeps recording',
      detail:
        'This desktop shows no tray icons, so the window is minimised instead of closed. To stop recording, choose Quit Inkwatch from the File menu.',
      buttons: ['OK', 'Quit Inkwatch'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    .then(({ response }) => {
      try {
        writeFileSync(file, '');
      } catch {
        // It is said once more next time.
      }
      if (response === 1) quit();
    });
}
