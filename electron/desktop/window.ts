import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { Settings } from '../../shared/settings.ts';
import { appIcon } from './icons.ts';
import { ORIGIN } from './scheme-files.ts';
import { minimumSize, placeWindow } from './window-bounds.ts';
import { readWindowFile, writeWindowFile } from './window-file.ts';

const preload = fileURLToPath(new URL('./preload.cjs', import.meta.url));

/** The ground colours of the two themes, so that the frame before the first paint does not flash. */
const ground = { light: '#f7f6f3', dark: '#131316' } as const;

export interface WindowOptions {
  readonly home: string;
  readonly title: string;
  readonly theme: Settings['window']['theme'];
  readonly onMade: (window: BrowserWindow) => void;
  /** Decides what closing means; true: the close goes on. */
  readonly mayClose: () => boolean;
  readonly log: (what: string, details?: Readonly<Record<string, unknown>>) => void;
}

/** The one window: made when first needed, hidden rather than destroyed, made again if it is gone. */
export interface MainWindow {
  /** Null while there is none. */
  current(): BrowserWindow | null;
  /** Shows it in front of the others, made, restored or unhidden as needed. */
  show(): BrowserWindow;
  /** Makes it without bringing it up: minimised, for a start without a tray to wait in. */
  showMinimized(): void;
  applyTheme(theme: Settings['window']['theme']): void;
  /** Saves its place and hides it: `app.exit` closes windows without a word to them. */
  leave(): void;
}

function applyTheme(theme: Settings['window']['theme']): void {
  nativeTheme.themeSource = theme;
}

/** Sets up the window's life; nothing is created before `show`. */
export function createMainWindow(options: WindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  applyTheme(options.theme);
  nativeTheme.on('updated', () => window?.setBackgroundColor(groundNow()));

  const open = (minimized: boolean): BrowserWindow => {
    const made = build(options);
    window = made;
    options.onMade(made);
    made.on('closed', () => {
      if (window === made) window = null;
    });
    made.once('ready-to-show', () => (minimized ? made.minimize() : made.show()));
    void made.loadURL(`${ORIGIN}/`).catch((error: unknown) => {
      options.log('the window could not load', { error: String(error) });
      // An empty window says more than none: its menu holds Quit.
      if (!made.isDestroyed()) made.show();
    });
    return made;
  };

  return {
    current: () => (window === null || window.isDestroyed() ? null : window),
    show() {
      if (window === null || window.isDestroyed()) return open(false);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      return window;
    },
    showMinimized() {
      if (window === null || window.isDestroyed()) open(true);
      else window.minimize();
    },
    applyTheme,
    leave() {
      if (window === null || window.isDestroyed()) return;
      saveBounds(window, options.home);
      window.hide();
    },
  };
}

function groundNow(): string {
  return nativeTheme.shouldUseDarkColors ? ground.dark : ground.light;
}

function build(options: WindowOptions): BrowserWindow {
  const saved = readWindowFile(options.home);
  const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(
    (display) => display.workArea,
  );
  const place = placeWindow(saved, areas);
  const window = new BrowserWindow({
    ...place.size,
    ...(place.at ?? {}),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: options.title,
    backgroundColor: groundNow(),
    icon: appIcon(),
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  if (saved?.maximized === true) window.maximize();
  remember(window, options.home);
  // The page's own title would drop the mark of the sample home.
  window.on('page-title-updated', (event) => event.preventDefault());
  window.on('close', (event) => {
    if (!options.mayClose()) event.preventDefault();
  });
  reviveAfterCrash(window, options);
  return window;
}

function saveBounds(window: BrowserWindow, home: string): void {
  if (window.isMinimized()) return;
  writeWindowFile(home, { ...window.getNormalBounds(), maximized: window.isMaximized() });
}

/** Saves the place half a second after the last move. */
function remember(window: BrowserWindow, home: string): void {
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!window.isDestroyed()) saveBounds(window, home);
    }, 500);
  };
  window.on('resize', later);
  window.on('move', later);
}

/** A dead page is loaded again, but not in a loop: recording goes on without it either way. */
function reviveAfterCrash(window: BrowserWindow, options: WindowOptions): void {
  let last = 0;
  window.webContents.on('render-process-gone', (_event, details) => {
    options.log('the window died', { reason: details.reason, exitCode: details.exitCode });
    if (details.reason === 'clean-exit' || Date.now() - last < 10_000) return;
    last = Date.now();
    window.webContents.reload();
  });
}
