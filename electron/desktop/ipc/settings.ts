import type { IpcContext } from './context.ts';

export function register({ handle, send, core, notifier }: IpcContext): void {
  handle('notifications:mute', ({ minutes }) => {
    notifier.mute(minutes);
    return core.settings();
  });
  core.on('settings', (settings) => send('settings:changed', settings));
}
