import type { InkwatchApi } from '../../shared/ipc.ts';

declare global {
  interface Window {
    readonly inkwatch: InkwatchApi;
  }
}

/** The window's only way to the main process; built in the preload. */
export const inkwatch: InkwatchApi = window.inkwatch;
