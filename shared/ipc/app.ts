import { z } from 'zod';
import type { AppState } from '../answers.ts';
import type { WriteFilter } from '../filter.ts';
import { noArgs } from './arguments.ts';
import type { FirstLook } from './opened.ts';

export const appRequests = {
  'app:state': noArgs,
  'app:open-sample': noArgs,
  'app:open-link': z.strictObject({ url: z.string().max(4096) }),
  'app:quit': noArgs,
} as const satisfies Record<string, z.ZodType>;

export interface AppResults {
  'app:state': AppState;
  'app:open-sample': { readonly opened: boolean; readonly why: string };
  'app:open-link': { readonly opened: boolean; readonly why: string };
  'app:quit': null;
}

export interface AppPushes {
  'app:state': AppState;
  /** A notification, the tray or the menu asks the window to show something. */
  'window:show':
    | { readonly filter: WriteFilter }
    | { readonly page: 'writes' | 'settings' }
    | { readonly dialog: 'export' }
    /** A call that waits for the person. */
    | { readonly approval: string };
}

export interface AppApi {
  /** What the window may show before the core is there; null: nothing. */
  firstLook(): Promise<FirstLook | null>;
  state(): Promise<AppState>;
  openSample(): Promise<AppResults['app:open-sample']>;
  openLink(url: string): Promise<AppResults['app:open-link']>;
  quit(): Promise<null>;
  onState(listener: (state: AppState) => void): () => void;
  onShow(listener: (what: AppPushes['window:show']) => void): () => void;
}
