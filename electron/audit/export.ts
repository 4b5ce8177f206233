import type { Weekday } from '../../shared/time-range.ts';
import type { ExportJob, RunningExport } from './export-job.ts';

export interface ExporterOptions {
  readonly database: string;
  /** Where `export-worker.js` is; null: beside this module's bundle. */
  readonly workerFolder: string | null;
  readonly weekStart: () => Weekday;
}

/** Exports in a worker thread. `onProgress` gets rows written and rows in all. */
export function startExport(
  _options: ExporterOptions,
  _job: ExportJob,
  _onProgress: (written: number, total: number) => void,
): RunningExport {
  throw new Error('startExport: body follows');
}
