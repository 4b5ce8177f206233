import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';
import type { AppState, RecordingState } from '../../shared/ipc.ts';
import type { Settings } from '../../shared/settings.ts';
import { cutCharacters, visibleLine } from '../../shared/text.ts';
import { type TrayFace, trayIcon } from './icons.ts';

export interface TrayActions {
  readonly show: () => void;
  readonly mute: (minutes: 0 | 15 | 30 | 60) => void;
  readonly quit: () => void;
}

export interface AppTray {
  update(state: AppState, settings: Settings): void;
  /** Whether there is an icon now; on Linux only where something shows it. */
  readonly shown: () => boolean;
  remove(): void;
}

/** Recording, in the few words that fit a menu. */
export function recordingWords(recording: RecordingState): string {
  switch (recording.kind) {
    case 'recording':
      return 'Recording';
    case 'not-recording':
      return `Not recording: ${cutCharacters(visibleLine(recording.why), 80)}`;
  }
}

/** Whether and until when notifications are muted, as of `now`. */
export function mutedWords(settings: Settings, now: number): string | null {
  const until = settings.notifications.mutedUntilMs;
  if (until === null || until <= now) return null;
  const time = new Date(until).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
  });
  return `Notifications muted until ${time}`;
}

function faceOf(state: AppState): TrayFace {
  if (state.recording.kind !== 'recording' || state.endpoint === null) return 'stopped';
  return state.unseen_bursts > 0 ? 'alert' : 'recording';
}

function stateWords(state: AppState): string {
  if (state.recording.kind === 'recording' && state.endpoint === null) {
    return `Not serving: ${cutCharacters(visibleLine(state.endpoint_error ?? 'no reason given'), 80)}`;
  }
  return recordingWords(state.recording);
}

function menuOf(state: AppState, settings: Settings, actions: TrayActions): Menu {
  const muted = mutedWords(settings, Date.now());
  const mute = (minutes: 15 | 30 | 60): MenuItemConstructorOptions => ({
    label: `Mute for ${minutes} Minutes`,
    click: () => actions.mute(minutes),
  });
  const template: readonly MenuItemConstructorOptions[] = [
    { label: 'Show Inkwatch', click: actions.show },
    { type: 'separator' },
    { label: stateWords(state), enabled: false },
    ...(state.unseen_bursts > 0
      ? [{ label: `Bursts not seen yet: ${state.unseen_bursts}`, click: actions.show }]
      : []),
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
    update(state, settings) {
      const next = faceOf(state);
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
      tray.setToolTip(`Inkwatch: ${stateWords(state)}`);
      tray.setContextMenu(menuOf(state, settings, actions));
    },
    shown: () => tray !== null,
    remove() {
      tray?.destroy();
      tray = null;
    },
  };
}
