import type { IpcContext } from './context.ts';

export function register({ handle, exports }: IpcContext): void {
  handle('export:start', (request) => exports.start(request));
  handle('export:cancel', ({ export_id }) => {
    exports.cancel(export_id);
    return null;
  });
  handle('export:reveal', ({ export_id }) => {
    exports.reveal(export_id);
    return null;
  });
}
