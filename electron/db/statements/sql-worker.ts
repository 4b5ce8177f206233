import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { watchProcess } from './watch-process.ts';

// One file in two roles: the process that runs statements, and a thread in it that ends it where a
// statement, which nothing can interrupt, would outlive its parent or take all memory.
if (isMainThread) {
  const { serveWork } = await import('./serve-work.ts');
  const watcher = new Worker(new URL(import.meta.url), { workerData: { parent: process.ppid } });
  watcher.unref();
  serveWork();
} else {
  watchProcess((workerData as { readonly parent: number }).parent);
}
