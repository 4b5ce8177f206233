import { z } from 'zod';
import { mostViews, type SavedView, savedViewSchema } from '../views.ts';
import { noArgs } from './arguments.ts';

export const viewsRequests = {
  'views:list': noArgs,
  /** Puts the whole list in the place of the one before, in this order: adding, renaming, moving, undo. */
  'views:put': z.strictObject({ views: z.array(savedViewSchema).max(mostViews) }),
} as const satisfies Record<string, z.ZodType>;

export interface ViewsResults {
  'views:list': readonly SavedView[];
  'views:put': readonly SavedView[];
}

export interface ViewsPushes {
  'views:changed': readonly SavedView[];
}

export interface ViewsApi {
  list(): Promise<readonly SavedView[]>;
  put(views: readonly SavedView[]): Promise<readonly SavedView[]>;
  onChanged(listener: (views: readonly SavedView[]) => void): () => void;
}
