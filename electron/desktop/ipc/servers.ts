import type { IpcContext } from './context.ts';

/** The requests are the core's; what it says unasked goes to the window from here. */
export function register({ send, core }: IpcContext): void {
  core.on('servers', (changed) => send('servers:changed', changed));
  core.on('approvals', (changed) => send('approvals:changed', changed));
}
