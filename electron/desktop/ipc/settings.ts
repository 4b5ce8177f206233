import type { IpcContext } from './context.ts';

export function register({ handle, send, core, notifier }: IpcContext): void {
  handle('settings:get', () => core.settings());
  handle('settings:set', (patch) => core.changeSettings(patch));
  handle('notifications:mute', ({ minutes }) => {
    notifier.mute(minutes);
    return core.settings();
  });
  core.on('settings', (settings) => send('settings:changed', settings));
}
