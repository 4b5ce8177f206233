import { type ExporterOptions, startExport } from '../audit/export.ts';
import type { RunningExport } from '../audit/export-job.ts';
import type { Core } from './contract.ts';

/** Exports that run: a quitting core ends them, so that no half file is left. */
export interface Exports {
  readonly start: Core['startExport'];
  /** Cancels what runs and waits until its files are gone. */
  close(): Promise<void>;
}

export function createExports(source: ExporterOptions): Exports {
  const running = new Set<RunningExport>();
  return {
    start(job, onProgress) {
      const started = startExport(source, job, onProgress);
      running.add(started);
      void started.done.finally(() => running.delete(started));
      return started;
    },
    async close() {
      for (const job of running) job.cancel();
      await Promise.allSettled([...running].map((job) => job.done));
    },
  };
}
