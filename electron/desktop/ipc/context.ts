import type { BrowserWindow } from 'electron';
import type { Core } from '../../core.ts';
import type { StateKeeper } from '../app-state.ts';
import type { Exports } from '../exports.ts';
import type { Notifier } from '../notifications.ts';
import type { Quitter } from '../quit.ts';
import type { Reports } from '../reports.ts';
import type { IpcDoor } from './register.ts';

/** What the handlers of all domains work with. */
export interface IpcContext extends IpcDoor {
  readonly core: Core;
  readonly state: StateKeeper;
  readonly notifier: Notifier;
  readonly quitter: Quitter;
  readonly exports: Exports;
  readonly reports: Reports;
  readonly window: () => BrowserWindow | null;
  readonly openSample: () => Promise<{ readonly opened: boolean; readonly why: string }>;
  /** The window has loaded: it asks for the state first of all. */
  readonly onLoaded: () => void;
}
