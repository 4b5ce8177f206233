import { app, type BrowserWindow, session } from 'electron';
import type { ReadLanes } from '../db/read-lanes.ts';
import { drainAtSessionEnd } from './ends.ts';
import { type EarlyReads, readEarly } from './first-look.ts';
import type { Flags } from './flags.ts';
import { guardSession } from './guards.ts';
import { answerFirstLook, holdRequests } from './ipc/opened.ts';
import type { Quitter } from './quit.ts';
import { serveWindow } from './scheme.ts';
import { createMainWindow, type MainWindow } from './window.ts';
import { readLooks } from './window-file.ts';

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
  /** Readers that the first look started, for the core to go on with; null: there are none. */
  readonly lanes: ReadLanes | null;
  /**
   * Settles when the window has its first rows. Reading the core keeps this thread for 200 ms, in which the window
   * would get nothing.
   */
  readonly lookedAt: Promise<unknown>;
  /** The shell is there: from now on it says what closing means, and the window's requests are answered. */
  readonly takeOver: (hooks: WindowHooks) => void;
}

const nothing: EarlyReads = { lanes: null, look: Promise.resolve(null) };
const LOOK_MS = 1000;

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
  guardSession(session.defaultSession, app.isPackaged);
  serveWindow(session.defaultSession);

  const main = createMainWindow({
    home,
    title: flags.sample ? 'Inkwatch: sample data' : 'Inkwatch',
    theme: readLooks(home).theme,
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
  const early = flags.hidden ? nothing : readEarly(home);
  const lookedAt = new Promise<void>((resolve) => {
    answerFirstLook(early.look, () => main.current()?.webContents ?? null, resolve);
    // A window that does not ask (a damaged package, say) must not keep the core from recording.
    setTimeout(resolve, early.lanes === null ? 0 : LOOK_MS);
  });
  if (!flags.hidden) main.show();

  return {
    main,
    lanes: early.lanes,
    lookedAt,
    takeOver(given) {
      hooks = given;
      const window = main.current();
      if (window !== null) hooks.onMade(window);
      letThrough();
      if (closeWanted) window?.close();
    },
  };
}
