import type { WritesPage } from '../answers.ts';
import type { Settings } from '../settings.ts';

/*
 * The window is there before the core is. These two channels are no requests of `requestSchemas`: nothing is asked
 * with them, and the schemas are a part of what a start does not wait for.
 */

/** Answered when the core answers requests. */
export const OPENED = 'app:opened';

/** Answered with what a first look needs, read without a core; null: the requests have to be waited for. */
export const FIRST_LOOK = 'app:first-look';

/** The newest page of everything, and how the window draws it. */
export interface FirstLook {
  readonly page: WritesPage;
  readonly window: Pick<Settings['window'], 'density' | 'timeZone'>;
}

/** Rows of that page: as many as a list asks for at once. */
export const FIRST_ROWS = 200;
