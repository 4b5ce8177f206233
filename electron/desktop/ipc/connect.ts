import { connectEntries } from '../connect-entries.ts';
import type { IpcContext } from './context.ts';

export function register({ handle, core }: IpcContext): void {
  // None while nothing is served: an entry without an address connects to nothing, and the state says why.
  handle('connect:entries', () => (core.url === null ? [] : connectEntries(core.url, core.token)));
}
