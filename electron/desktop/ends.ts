import { app, type BrowserWindow, powerMonitor } from 'electron';
import type { Quitter } from './quit.ts';

/**
 * Every way in which the app is ended leads to the same drain (case g06). Electron does not wait for
 * what `before-quit` starts, so the quit is stopped there and `app.exit` ends the process afterwards.
 */
export function drainOnEveryEnd(quitter: Quitter): void {
  app.on('before-quit', (event) => {
    event.preventDefault();
    quitter.quit('quit');
  });
  // All windows gone (closed by a crash, say) is no wish to end: recording goes on.
  app.on('window-all-closed', () => undefined);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => quitter.quit(signal));
  }
  // Linux and macOS: the system waits a little for those who ask it to.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    quitter.quit('shutdown');
  });
}

/** Windows sends no `before-quit` at log off; only a window hears of it, and is given a moment if it asks. */
export function drainAtSessionEnd(window: BrowserWindow, quitter: Quitter): void {
  if (process.platform !== 'win32') return;
  window.on('query-session-end', (event) => {
    event.preventDefault();
    quitter.quit('session end');
  });
}
