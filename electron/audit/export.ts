import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { resolveTimeRange, type Weekday } from '../../shared/time-range.ts';
import type { ExportScope } from '../db/readers/export-rows.ts';
import { workerFile } from '../db/worker-file.ts';
import type { ExportJob, RunningExport } from './export-job.ts';
import { partialName, sweepPartials } from './export-target.ts';
import { type ExportTask, type ExportWord, exportTaskError } from './export-task.ts';

export interface ExporterOptions {
  readonly database: string;
  /** Where `export-worker.js` is; null: beside this module's bundle. */
  readonly workerFolder: string | null;
  readonly weekStart: () => Weekday;
}

type Ended = Awaited<RunningExport['done']>;

/** Exports in a worker thread. `onProgress` gets rows written and rows in all. */
export function startExport(
  options: ExporterOptions,
  job: ExportJob,
  onProgress: (written: number, total: number) => void,
): RunningExport {
  sweepPartials(dirname(job.file));
  const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const task: ExportTask = {
    database: options.database,
    file: job.file,
    partial: partialName(job.file),
    format: job.format,
    byteOrderMark: job.byteOrderMark,
    timeZone: job.timeZone,
    scope: frozenScope(job, options.weekStart()),
    cancelled,
  };
  const worker = new Worker(workerFile(options.workerFolder, 'export-worker.js'), {
    workerData: task,
    // Pages of rows are soon garbage: without a bound the heap grows to many of them (P4: at most 100 MB).
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  });
  const done = new Promise<Ended>((resolve) => {
    let written = 0;
    const fail = (why: string) => {
      rmSync(task.partial, { force: true });
      resolve({ state: 'failed', written, why });
    };
    worker.on('message', (word: ExportWord) => {
      written = word.written;
      if (word.kind === 'progress') onProgress(word.written, word.total);
      else resolve({ state: word.state, written, why: word.why });
    });
    worker.on('error', (error) => fail(exportTaskError(job.file, error)));
    // After an end was said this changes nothing: the promise is settled.
    worker.on('exit', () => fail('Nothing was exported: the export stopped unexpectedly.'));
  });
  return { done, cancel: () => void Atomics.store(new Int32Array(cancelled), 0, 1) };
}

/** The filter's time as it is at the click: "this week" must not move while rows are written (case e04). */
function frozenScope(job: ExportJob, weekStart: Weekday): ExportScope {
  if (job.scope.kind === 'ids') return job.scope;
  const { filter } = job.scope;
  return {
    kind: 'filter',
    query: { filter, bounds: resolveTimeRange(filter.time, Date.now(), weekStart) },
  };
}
