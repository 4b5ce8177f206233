import type { OfferedItem } from '../../../shared/client-files.ts';

/** True for what a person would want: it can be imported, or it is here and its entry can lead here. */
export function isOffered({ state, change }: OfferedItem): boolean {
  return state === 'new' || (state === 'same' && change !== null);
}
