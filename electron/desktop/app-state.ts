import type { AppState } from '../../shared/answers.ts';
import type { Core } from '../core.ts';
import type { TrayHost } from './tray-host.ts';

export interface FixedState {
  readonly version: string;
  readonly sample: boolean;
  readonly platform: NodeJS.Platform;
  readonly weekStart: number;
  readonly secrets: AppState['secrets'];
}

export interface StateKeeper {
  current(): AppState;
  setTray(tray: TrayHost): void;
  setNotifications(notifications: AppState['notifications']): void;
  /** Counts the unseen bursts again. */
  recount(): void;
  /** Calls once per turn of the event loop at most, with the newest state. Returns its end. */
  onChange(listener: (state: AppState) => void): () => void;
}

/** How far back unseen bursts are counted: more than that in a badge tells nobody more. */
const BURSTS_LOOKED_AT = 200;

/** Joins what the core and the desktop know into the one state that the window, the tray and the menu show. */
export function keepState(
  core: Core,
  fixed: FixedState,
  log: (what: string, error: unknown) => void,
): StateKeeper {
  let tray: TrayHost = 'unknown';
  let notifications: AppState['notifications'] = {
    available: 'unknown',
    why: 'None was needed so far.',
  };
  let unseen = 0;
  let announced = false;
  const listeners = new Set<(state: AppState) => void>();

  const current = (): AppState => ({
    version: fixed.version,
    home: core.home,
    sample: fixed.sample,
    ledger: core.ledger(),
    recording: core.recording(),
    endpoint: core.url,
    endpoint_error: core.endpointError,
    notifications,
    tray,
    unseen_bursts: unseen,
    platform: fixed.platform,
    week_start: fixed.weekStart,
    secrets: fixed.secrets,
    audit_log: core.auditLog(),
  });

  const changed = (): void => {
    if (announced) return;
    announced = true;
    setImmediate(() => {
      announced = false;
      const state = current();
      for (const listener of listeners) listener(state);
    });
  };

  const recount = (): void => {
    core.reads
      .bursts(BURSTS_LOOKED_AT)
      .then((bursts) => {
        unseen = bursts.filter((burst) => burst.seen_ms === null).length;
        changed();
      })
      .catch((error: unknown) => log('the unseen bursts could not be counted', error));
  };

  core.on('state', changed);
  core.on('burst', ({ change }) => {
    if (change === 'began') recount();
  });
  recount();

  return {
    current,
    setTray(next) {
      if (next === tray) return;
      tray = next;
      changed();
    },
    setNotifications(next) {
      if (next.available === notifications.available && next.why === notifications.why) return;
      notifications = next;
      changed();
    },
    recount,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
