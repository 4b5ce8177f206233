import { openLink } from '../open-link.ts';
import type { IpcContext } from './context.ts';

export function register(context: IpcContext): void {
  const { handle, state, window, quitter, openSample, onLoaded } = context;
  handle('app:state', () => {
    onLoaded();
    return state.current();
  });
  handle('app:open-link', ({ url }) => openLink(url, window()));
  handle('app:open-sample', () => openSample());
  handle('app:quit', () => {
    quitter.quit('window');
    return null;
  });
}
