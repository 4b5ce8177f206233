import { dirname } from 'node:path';
import type { ExportProgress, ExportStarted } from '../../shared/answers.ts';
import type { ReportSave } from '../../shared/ipc/report.ts';
import { type ReportDocument, reportDocument } from '../../shared/report-document.ts';
import { partialName, sweepPartials, TargetFile } from '../audit/export-target.ts';
import { exportTaskError } from '../audit/export-task.ts';
import { fileFormat } from '../core/report/format.ts';
import { reportMarkdown } from '../core/report/markdown.ts';
import type { CoreReads } from '../db/reads.ts';

export interface ReportsOptions {
  readonly reads: Pick<CoreReads, 'report'>;
  /** Asks where to; null: dismissed. */
  readonly askFile: (save: ReportSave) => Promise<string | null>;
  /** Prints it; rejects when `signal` aborts. */
  readonly pdf: (document: ReportDocument, signal: AbortSignal) => Promise<Uint8Array>;
  readonly reveal: (file: string) => void;
  readonly send: (progress: ExportProgress) => void;
}

export interface Reports {
  save(save: ReportSave): Promise<ExportStarted>;
  cancel(id: number): void;
  /** @throws Error where this is no finished report of ours: no other file is ever revealed (case g08). */
  reveal(id: number): void;
  /** Cancels what runs and waits until no half file is left. */
  close(): Promise<void>;
}

/** Reading, making, writing. */
const steps = 3;

/** The reports that this process saves, by the number that the window knows them by. */
export function createReports(options: ReportsOptions): Reports {
  const running = new Map<
    number,
    { readonly stop: AbortController; readonly done: Promise<void> }
  >();
  const finished = new Map<number, string>();
  let lastId = 0;

  const run = async (id: number, save: ReportSave, file: string, signal: AbortSignal) => {
    const say = (state: ExportProgress['state'], written: number, why: string | null = null) =>
      options.send({ export_id: id, state, written, total: steps, file, why });
    try {
      say('running', 0);
      const { since_ms, until_ms } = save.range;
      const report = await options.reads.report(since_ms, until_ms);
      signal.throwIfAborted();
      say('running', 1);
      const document = reportDocument(report, fileFormat);
      const content =
        save.format === 'md' ? reportMarkdown(document) : await options.pdf(document, signal);
      signal.throwIfAborted();
      say('running', 2);
      writeWhole(file, content);
      finished.set(id, file);
      say('done', steps);
    } catch (error) {
      if (signal.aborted) say('cancelled', 0);
      else say('failed', 0, exportTaskError(file, error));
    } finally {
      running.delete(id);
    }
  };

  return {
    async save(save) {
      const file = await options.askFile(save);
      if (file === null) return { kind: 'dismissed' };
      lastId += 1;
      const stop = new AbortController();
      running.set(lastId, { stop, done: run(lastId, save, file, stop.signal) });
      return { kind: 'started', export_id: lastId, file, total: steps };
    },
    cancel(id) {
      running.get(id)?.stop.abort();
    },
    reveal(id) {
      const file = finished.get(id);
      if (file === undefined) throw new Error('There is no saved report to show.');
      options.reveal(file);
    },
    async close() {
      for (const { stop } of running.values()) stop.abort();
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}

/** Beside the target first, renamed at the end: a file is there whole, or not at all. */
function writeWhole(file: string, content: string | Uint8Array): void {
  sweepPartials(dirname(file));
  const target = new TargetFile(file, partialName(file));
  try {
    target.write(content);
    target.finish();
  } catch (error) {
    target.discard();
    throw error;
  }
}
