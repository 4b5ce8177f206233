import type { IpcContext } from './context.ts';

export function register({ handle, send, core }: IpcContext): void {
  handle('connect:entries', () => core.connectEntries());
  core.on('connections', (what) => send('connections:changed', what));
}
