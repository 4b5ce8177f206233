import type { IpcContext } from './context.ts';

/** The requests are the core's; what it says unasked goes to the window from here. */
export function register({ send, core }: IpcContext): void {
  core.on('views', (views) => send('views:changed', views));
  core.on('marks', (marks) => send('marks:changed', marks));
}
