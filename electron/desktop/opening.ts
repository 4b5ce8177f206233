import { extname } from 'node:path';
import { app, type BrowserWindow, session } from 'electron';
import { drainAtSessionEnd } from './ends.ts';
import type { Flags } from './flags.ts';
import { guardSession } from './guards.ts';
import { holdRequests } from './ipc/opened.ts';
import type { Quitter } from './quit.ts';
import { serveWindow } from './scheme.ts';
import { createMainWindow, type MainWindow } from './window.ts';
import { readTheme } from './window-file.ts';

/** What the window asks of the shell, once there is one. */
export interface WindowHooks {
  readonly onMade: (window: BrowserWindow) => void;
  /** Decides what closing means; true: the close goes on. */
  readonly mayClose: () => boolean;
}

/**
 * The window before the core is there. It comes first because its own process takes as long to start as the core
 * takes to be read and opened, and the two need different processors.
 */
export interface Opening {
  readonly main: MainWindow;
  /**
   * Settles when the window has its script and its style, at once where it is hidden. They go through this thread,
   * which reading the core keeps for 200 ms.
   */
  readonly handedOver: Promise<void>;
  /** The shell is there: from now on it says what closing means, and the window's requests are answered. */
  readonly takeOver: (hooks: WindowHooks) => void;
}

/** A window that does not ask for them (a damaged package, say) must not keep the core from recording. */
const HAND_OVER_MS = 1500;
const LAST_PIECE_MS = 15;

export interface OpeningOptions {
  readonly home: string;
  readonly flags: Pick<Flags, 'hidden' | 'sample'>;
  readonly quitter: Quitter;
  readonly log: (what: string, details?: object) => void;
}

/** Opens the window, or prepares it where the start is hidden. Needs a ready app. */
export function openWindow({ home, flags, quitter, log }: OpeningOptions): Opening {
  let hooks: WindowHooks | null = null;
  let closeWanted = false;
  let handOver: () => void = () => undefined;
  const handedOver = new Promise<void>((resolve) => {
    handOver = resolve;
    setTimeout(resolve, flags.hidden ? 0 : HAND_OVER_MS);
  });
  const awaited = new Set(['.js', '.css']);
  guardSession(session.defaultSession, app.isPackaged);
  serveWindow(session.defaultSession, (path) => {
    awaited.delete(extname(path));
    // The end of the last one is still to be sent, by this thread.
    if (awaited.size === 0) setTimeout(handOver, LAST_PIECE_MS);
  });

  const main = createMainWindow({
    home,
    title: flags.sample ? 'Inkwatch: sample data' : 'Inkwatch',
    theme: readTheme(home),
    onMade: (window) => {
      drainAtSessionEnd(window, quitter);
      hooks?.onMade(window);
    },
    mayClose: () => {
      if (hooks !== null) return hooks.mayClose();
      closeWanted = true;
      return quitter.quitting();
    },
    log,
  });
  const letThrough = holdRequests();
  if (!flags.hidden) main.show();

  return {
    main,
    handedOver,
    takeOver(given) {
      hooks = given;
      const window = main.current();
      if (window !== null) hooks.onMade(window);
      letThrough();
      if (closeWanted) window?.close();
    },
  };
}
