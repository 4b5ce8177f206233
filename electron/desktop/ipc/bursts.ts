import type { IpcContext } from './context.ts';

export function register({ handle, send, core, state }: IpcContext): void {
  handle('bursts:list', ({ limit }) => core.reads.bursts(limit));
  handle('bursts:seen', ({ ids }) => {
    core.markBurstsSeen(ids);
    state.recount();
    return null;
  });
  core.on('burst', ({ burst }) => send('bursts:changed', burst));
}
