import type { IpcContext } from './context.ts';

export function register({ handle, reports }: IpcContext): void {
  handle('report:save', (save) => reports.save(save));
  handle('report:cancel', ({ export_id }) => {
    reports.cancel(export_id);
    return null;
  });
  handle('report:reveal', ({ export_id }) => {
    reports.reveal(export_id);
    return null;
  });
}
