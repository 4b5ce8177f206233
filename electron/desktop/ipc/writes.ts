import type { IpcContext } from './context.ts';

export function register({ handle, send, core }: IpcContext): void {
  handle('writes:page', ({ filter, limit, before }) => core.reads.page(filter, limit, before));
  handle('writes:newer', ({ filter, after, limit }) => core.reads.newer(filter, after, limit));
  handle('writes:counts', ({ filter }) => core.reads.counts(filter));
  handle('writes:facets', ({ filter }) => core.reads.facets(filter));
  handle('writes:histogram', ({ filter, bars }) => core.reads.histogram(filter, bars));
  handle('writes:day-counts', ({ filter, days }) => core.reads.dayCounts(filter, days));
  handle('writes:rows', ({ ids }) => core.reads.rows(ids));
  handle('writes:detail', ({ id }) => core.reads.detail(id));
  handle('writes:summary', ({ ids }) => core.reads.summary(ids));
  handle('writes:repeats', ({ id, limit }) => core.reads.repeats(id, limit));
  handle('writes:undo', ({ id }) => core.undo(id));
  core.on('appended', (what) => send('writes:appended', what));
  core.on('settled', (what) => send('writes:settled', what));
}
