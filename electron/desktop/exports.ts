import type { ExportProgress, ExportStarted } from '../../shared/answers.ts';
import { emptyFilter } from '../../shared/filter.ts';
import type { ExportRequest } from '../../shared/ipc.ts';
import type { Core, ExportJob, RunningExport } from '../core.ts';

/** At most ten a second: a person reads no faster. */
const PROGRESS_MS = 100;

export interface ExportsOptions {
  readonly core: Pick<Core, 'reads' | 'startExport'>;
  /** Asks where to; null: dismissed. */
  readonly askFile: (request: ExportRequest) => Promise<string | null>;
  readonly reveal: (file: string) => void;
  readonly send: (progress: ExportProgress) => void;
}

export interface Exports {
  start(request: ExportRequest): Promise<ExportStarted>;
  cancel(exportId: number): void;
  /** @throws Error where this is no finished export of ours: no other file is ever revealed (case g08). */
  reveal(exportId: number): void;
  /** Cancels what runs and waits until no half file is left. */
  close(): Promise<void>;
}

/** The exports of this process, by the number that the window knows them by. */
export function createExports({ core, askFile, reveal, send }: ExportsOptions): Exports {
  const running = new Map<number, RunningExport>();
  const finished = new Map<number, string>();
  let lastId = 0;

  const run = (id: number, job: ExportJob, total: number): void => {
    let sentAt = 0;
    const progress = (
      state: ExportProgress['state'],
      written: number,
      of: number,
      why: string | null = null,
    ): void => send({ export_id: id, state, written, total: of, file: job.file, why });
    const started = core.startExport(job, (written, of) => {
      const now = performance.now();
      if (now - sentAt < PROGRESS_MS || !running.has(id)) return;
      sentAt = now;
      progress('running', written, of);
    });
    running.set(id, started);
    started.done
      .catch((error: unknown) => ({
        state: 'failed' as const,
        written: 0,
        why: error instanceof Error ? error.message : String(error),
      }))
      .then(({ state, written, why }) => {
        running.delete(id);
        if (state === 'done') finished.set(id, job.file);
        progress(state, written, state === 'done' ? written : total, why);
      });
  };

  return {
    async start(request) {
      const total =
        request.scope === 'selected'
          ? request.ids.length
          : (await core.reads.counts(filterOf(request))).matching;
      if (total === 0) return { kind: 'nothing', why: nothingWords(request) };
      const file = await askFile(request);
      if (file === null) return { kind: 'dismissed' };
      lastId += 1;
      run(lastId, jobOf(request, file), total);
      return { kind: 'started', export_id: lastId, file, total };
    },
    cancel(exportId) {
      running.get(exportId)?.cancel();
    },
    reveal(exportId) {
      const file = finished.get(exportId);
      if (file === undefined) throw new Error('There is no finished export to show.');
      reveal(file);
    },
    async close() {
      for (const each of running.values()) each.cancel();
      await Promise.allSettled([...running.values()].map((each) => each.done));
    },
  };
}

function filterOf({ scope, filter }: ExportRequest): ExportRequest['filter'] {
  return scope === 'all' ? emptyFilter : filter;
}

function jobOf(request: ExportRequest, file: string): ExportJob {
  return {
    file,
    scope:
      request.scope === 'selected'
        ? { kind: 'ids', ids: request.ids }
        : { kind: 'filter', filter: filterOf(request) },
    format: request.format,
    byteOrderMark: request.byteOrderMark,
    timeZone: request.timeZone,
  };
}

function nothingWords({ scope }: ExportRequest): string {
  switch (scope) {
    case 'selected':
      return 'No write is selected.';
    case 'filtered':
      return 'No write matches the filter.';
    case 'all':
      return 'The ledger holds no writes yet.';
  }
}
