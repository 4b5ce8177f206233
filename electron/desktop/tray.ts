import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';
import type { AppState } from '../../shared/answers.ts';
import type { Settings } from '../../shared/settings.ts';
import { trayIcon } from './icons.ts';
import { type PausableConnection, pausedWords } from './tray-connections.ts';
import { faceOf, mutedWords, stateWords, type TrayFace, waitingWords } from './tray-words.ts';

export interface TrayActions {
  readonly show: () => void;
  /** Opens the question that has waited longest. */
  readonly decide: () => void;
  readonly mute: (minutes: 0 | 15 | 30 | 60) => void;
  /** Read-only mode: every write of every client is refused. */
  readonly pauseAll: (paused: boolean) => void;
  readonly pause: (clientId: string, paused: boolean) => void;
  readonly quit: () => void;
}

/** What the tray shows. */
export interface TrayNow {
  readonly state: AppState;
  readonly settings: Settings;
  readonly connections: readonly PausableConnection[];
  /** Calls that wait for the person. */
  readonly waiting: number;
}

export interface AppTray {
  update(now: TrayNow): void;
  /** Whether there is an icon now; on Linux only where something shows it. */
  readonly shown: () => boolean;
  remove(): void;
}

function pauseItems(
  { settings, connections }: TrayNow,
  actions: TrayActions,
): readonly MenuItemConstructorOptions[] {
  const { readOnly } = settings.policy;
  const words = pausedWords(readOnly, connections);
  return [
    ...(words === null ? [] : [{ label: words, enabled: false }]),
    {
      label: 'Pause All Writes',
      type: 'checkbox',
      checked: readOnly,
      click: () => actions.pauseAll(!readOnly),
    },
    {
      label: 'Pause a Connection',
      enabled: connections.length > 0,
      submenu: connections.map(({ client_id, label, paused }) => ({
        label,
        type: 'checkbox' as const,
        checked: paused,
        click: () => actions.pause(client_id, !paused),
      })),
    },
  ];
}

function menuOf(now: TrayNow, actions: TrayActions): Menu {
  const { state, settings } = now;
  const muted = mutedWords(settings, Date.now());
  const waits = waitingWords(now.waiting);
  const mute = (minutes: 15 | 30 | 60): MenuItemConstructorOptions => ({
    label: `Mute for ${minutes} Minutes`,
    click: () => actions.mute(minutes),
  });
  const template: readonly MenuItemConstructorOptions[] = [
    { label: 'Show Inkwatch', click: actions.show },
    { type: 'separator' },
    { label: stateWords(state), enabled: false },
    ...(waits === null ? [] : [{ label: `${waits}…`, click: actions.decide }]),
    ...(state.unseen_bursts > 0
      ? [{ label: `Bursts not seen yet: ${state.unseen_bursts}`, click: actions.show }]
      : []),
    { type: 'separator' },
    ...pauseItems(now, actions),
    { type: 'separator' },
    ...(muted === null
      ? [mute(15), mute(30), mute(60)]
      : [
          { label: muted, enabled: false },
          { label: 'Unmute Notifications', click: () => actions.mute(0) },
        ]),
    { type: 'separator' },
    { label: 'Quit Inkwatch', click: actions.quit },
  ];
  return Menu.buildFromTemplate([...template]);
}

/** The tray icon with its menu; made only where something shows it. */
export function createTray(actions: TrayActions, platform: NodeJS.Platform): AppTray {
  let tray: Tray | null = null;
  let face: TrayFace = 'recording';
  // macOS draws a highlighted icon for a moment on each `setImage`: only real changes are set.
  const make = (): Tray => {
    const made = new Tray(trayIcon(face, platform));
    made.on('click', actions.show);
    return made;
  };
  return {
    update(now) {
      const { state } = now;
      const next = faceOf(state, now.waiting);
      const waits = waitingWords(now.waiting);
      if (state.tray !== 'present') {
        tray?.destroy();
        tray = null;
        face = next;
        return;
      }
      if (tray === null) {
        face = next;
        tray = make();
      } else if (next !== face) {
        face = next;
        tray.setImage(trayIcon(face, platform));
      }
      tray.setToolTip(`Inkwatch: ${waits ?? stateWords(state)}`);
      tray.setContextMenu(menuOf(now, actions));
    },
    shown: () => tray !== null,
    remove() {
      tray?.destroy();
      tray = null;
    },
  };
}
