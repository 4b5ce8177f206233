import { setTimeout as pause } from 'node:timers/promises';
import { app, type BrowserWindow } from 'electron';
import type { Pushes } from '../../shared/ipc.ts';
import type { Core } from '../core.ts';
import type { Log } from '../home/log.ts';
import { systemWeekStart } from '../home/week-start.ts';
import { keepState } from './app-state.ts';
import { startApprovalNotices } from './approval-notices.ts';
import { exportFileDialog, reportFileDialog } from './ask-file.ts';
import { keepInBackground } from './closing.ts';
import { createExports } from './exports.ts';
import type { Flags } from './flags.ts';
import { registerAll } from './ipc/all.ts';
import { openIpcDoor } from './ipc/register.ts';
import { setApplicationMenu } from './menu.ts';
import { type NotificationService, probeNotificationService } from './notification-service.ts';
import { startNotifier } from './notifications.ts';
import { openSample } from './open-sample.ts';
import type { Opening } from './opening.ts';
import { osNotifications } from './os-notification.ts';
import { thisProgram } from './program.ts';
import type { Quitter } from './quit.ts';
import { reportPdf } from './report-pdf.ts';
import { createReports } from './reports.ts';
import { revealFile } from './reveal.ts';
import { keychain } from './sealer.ts';
import { createTray } from './tray.ts';
import { pausableConnections, pauseActions } from './tray-connections.ts';
import { probeTrayHost, type TrayHost } from './tray-host.ts';

/** How long a child process may ask the session bus. */
const BUS_MS = 1500;
/** The bus is asked by child processes, for which a window that draws its first rows has no processor to spare. */
const BUS_AFTER_MS = 400;

export interface ShellOptions {
  readonly core: Core;
  readonly opening: Opening;
  readonly flags: Flags;
  readonly log: Log;
  readonly quitter: Quitter;
}

/** The desktop around a running core: window, tray, menu, notifications, requests. */
export interface Shell {
  readonly show: () => void;
  /** Ends what the shell runs (exports, alerts); the core is the caller's to close. */
  readonly close: () => Promise<void>;
}

export async function startShell(options: ShellOptions): Promise<Shell> {
  const { core, opening, flags, log, quitter } = options;
  const { main } = opening;
  const { platform } = process;
  const tell = (what: string, details: object = {}): void => log.warn(details, what);
  const state = keepState(
    core,
    {
      version: app.getVersion(),
      sample: flags.sample,
      platform,
      weekStart: systemWeekStart(),
      secrets: keychain.available() ? 'keychain' : 'file',
    },
    (what, error) => log.error({ err: error }, what),
  );
  const bus = { env: process.env, timeoutMs: BUS_MS };
  const findTray = async (): Promise<TrayHost> => {
    // A sample has no tray: it ends when its window closes.
    const tray = flags.sample ? 'absent' : await probeTrayHost(platform, bus);
    state.setTray(tray);
    refreshTray();
    return tray;
  };

  // Without a tray the menu bar is the visible way to Quit (case g10).
  const fitMenuBar = (window: BrowserWindow | null): void => {
    const { tray } = state.current();
    window?.setAutoHideMenuBar(tray !== 'absent');
    window?.setMenuBarVisibility(tray === 'absent');
  };
  const mayClose = (): boolean => {
    if (quitter.quitting()) return true;
    const keeps = core.settings().window.keepRecordingWhenClosed && !flags.sample;
    if (keeps) keepInBackground({ home: core.home, window: main.current, findTray, quit });
    else quitter.quit('the window was closed');
    return false;
  };
  const quit = (): void => quitter.quit('menu or tray');
  const show = (): BrowserWindow => main.show();

  const door = openIpcDoor({ contents: () => main.current()?.webContents ?? null, log: tell });
  // A window that is only being made hears nothing yet: it gets this once it has asked for the state.
  let waiting: Pushes['window:show'] | null = null;
  const showWith = (what: Pushes['window:show']): void => {
    const fresh = main.current() === null || main.current()?.webContents.isLoading() === true;
    show();
    if (fresh) waiting = what;
    else door.send('window:show', what);
  };
  const deliverWaiting = (): void => {
    const what = waiting;
    waiting = null;
    if (what !== null) setImmediate(() => door.send('window:show', what));
  };

  const system = {
    probe: (): Promise<NotificationService> =>
      platform === 'linux' ? probeNotificationService(bus) : Promise.resolve({ kind: 'there' }),
    bodyMarkup: platform === 'linux',
    show: osNotifications(),
    setState: state.setNotifications,
    log: tell,
  };
  const notifier = startNotifier({
    ...system,
    core,
    onClick: (filter) => showWith({ filter }),
  });
  const approvals = startApprovalNotices({
    ...system,
    settings: core.settings,
    waiting: core.waitingApprovals,
    onClick: (approval) => showWith({ approval }),
  });
  const decide = (): void => {
    const [first] = core.waitingApprovals();
    if (first === undefined) show();
    else showWith({ approval: first.approval_id });
  };
  const pauses = pauseActions(core, tell);
  const tray = createTray({ show, decide, mute: notifier.mute, quit, ...pauses }, platform);
  const refreshTray = (): void =>
    tray.update({
      state: state.current(),
      settings: core.settings(),
      connections: pausableConnections(core.connections(), Date.now()),
      waiting: core.waitingApprovals().length,
    });

  const exports = createExports({
    core,
    askFile: exportFileDialog(main.current),
    reveal: revealFile,
    send: (progress) => door.send('export:progress', progress),
  });
  const reports = createReports({
    reads: core.reads,
    askFile: reportFileDialog(main.current),
    pdf: reportPdf,
    reveal: revealFile,
    send: (progress) => door.send('report:progress', progress),
  });
  registerAll({
    ...door,
    core,
    state,
    notifier,
    quitter,
    exports,
    reports,
    window: main.current,
    openSample: () => openSample(thisProgram(), core.home),
    onLoaded: deliverWaiting,
  });

  const setBadge = (): void => {
    const open = state.current().unseen_bursts + core.waitingApprovals().length;
    app.dock?.setBadge(open === 0 ? '' : String(open));
  };

  setApplicationMenu({
    platform,
    packaged: app.isPackaged,
    actions: {
      show,
      quit,
      exportWrites: () => showWith({ dialog: 'export' }),
      openSettings: () => showWith({ page: 'settings' }),
    },
  });

  state.onChange((now) => {
    door.send('app:state', now);
    if (!flags.sample) refreshTray();
    fitMenuBar(main.current());
    setBadge();
  });
  core.on('approvals', () => {
    approvals.changed();
    setBadge();
    if (!flags.sample) refreshTray();
  });
  core.on('connections', () => {
    if (!flags.sample) refreshTray();
  });
  core.on('settings', (settings) => {
    main.applyTheme(settings.window.theme);
    if (!flags.sample) refreshTray();
  });
  app.on('activate', show);

  main.applyTheme(core.settings().window.theme);
  opening.takeOver({ onMade: fitMenuBar, mayClose });
  const free = flags.hidden ? Promise.resolve() : pause(BUS_AFTER_MS);
  const found = free.then(findTray);
  if (flags.hidden && (await found) !== 'present' && main.current() === null) main.showMinimized();
  if (platform === 'linux') {
    void free
      .then(() => probeNotificationService(bus))
      .then((service) =>
        state.setNotifications(
          service.kind === 'there'
            ? { available: 'yes', why: '' }
            : { available: 'no', why: service.why },
        ),
      );
  }

  return {
    show,
    async close() {
      main.leave();
      notifier.close();
      approvals.close();
      tray.remove();
      await Promise.all([exports.close(), reports.close()]);
    },
  };
}
