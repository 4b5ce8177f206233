import { expect, onTestFinished, test, vi } from 'vitest';
import type { ExportProgress, WriteCounts } from '../../shared/answers.ts';
import { emptyFilter } from '../../shared/filter.ts';
import type { ExportRequest } from '../../shared/ipc.ts';
import type { Core, ExportJob } from '../core.ts';
import { createExports } from './exports.ts';

const request: ExportRequest = {
  scope: 'filtered',
  filter: { ...emptyFilter, text: 'plan' },
  ids: [],
  format: 'csv',
  byteOrderMark: true,
  timeZone: 'local',
};

interface Running {
  readonly job: ExportJob;
  readonly progress: (written: number, total: number) => void;
  readonly end: (state: ExportProgress['state'], written: number, why?: string) => void;
  cancelled: boolean;
}

/** The window's and the core's sides, so that each step of an export can be told. */
function stage(matching = 3, file: string | null = '/out/x.csv') {
  const running: Running[] = [];
  const sent: ExportProgress[] = [];
  const asked: unknown[] = [];
  const reveal = vi.fn();
  const core: Pick<Core, 'reads' | 'startExport'> = {
    reads: {
      counts: async (filter): Promise<WriteCounts> => {
        asked.push(filter);
        return { matching, total: 9, failures: 0 };
      },
    } as Core['reads'],
    startExport(job, progress) {
      let end: Running['end'] = () => undefined;
      const done = new Promise<Awaited<ReturnType<Core['startExport']>['done']>>((resolve) => {
        end = (state, written, why) => resolve({ state, written, why: why ?? null });
      });
      const each: Running = { job, progress, end, cancelled: false };
      running.push(each);
      return {
        done,
        cancel: () => {
          each.cancelled = true;
          end('cancelled', 0);
        },
      };
    },
  };
  const exports = createExports({
    core,
    askFile: async () => file,
    reveal,
    send: (progress) => sent.push(progress),
  });
  return { exports, running, sent, asked, reveal };
}

test('the count is asked for the very filter that is exported', async () => {
  const { exports, running, asked } = stage();
  expect(await exports.start(request)).toEqual({
    kind: 'started',
    export_id: 1,
    file: '/out/x.csv',
    total: 3,
  });
  await exports.start({ ...request, scope: 'all' });
  await exports.start({ ...request, scope: 'selected', ids: [4, 2] });
  expect(asked).toEqual([request.filter, emptyFilter]);
  expect(running.map(({ job }) => job.scope)).toEqual([
    { kind: 'filter', filter: request.filter },
    { kind: 'filter', filter: emptyFilter },
    { kind: 'ids', ids: [4, 2] },
  ]);
});

test('nothing to export and a dismissed dialog start nothing', async () => {
  const nothing = stage(0);
  expect(await nothing.exports.start(request)).toMatchObject({ kind: 'nothing' });
  const dismissed = stage(3, null);
  expect(await dismissed.exports.start(request)).toEqual({ kind: 'dismissed' });
  expect([...nothing.running, ...dismissed.running]).toEqual([]);
});

test('progress is told ten times a second at most, and the end always', async () => {
  const { exports, running, sent } = stage();
  await exports.start(request);
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  // A second of progress, a thousand times.
  for (let written = 0; written < 1000; written += 1) {
    vi.advanceTimersByTime(1);
    running[0]?.progress(written, 1000);
  }
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.length).toBeLessThanOrEqual(10);
  running[0]?.end('done', 1000);
  await vi.waitFor(() => expect(sent.at(-1)?.state).toBe('done'));
  expect(sent.at(-1)).toEqual({
    export_id: 1,
    state: 'done',
    written: 1000,
    total: 1000,
    file: '/out/x.csv',
    why: null,
  });
});

test('g08: only a file that was exported is revealed', async () => {
  const { exports, running, sent, reveal } = stage();
  expect(() => exports.reveal(1)).toThrow('no finished export');
  await exports.start(request);
  expect(() => exports.reveal(1)).toThrow('no finished export');
  running[0]?.end('failed', 0, 'the disk is full');
  await vi.waitFor(() => expect(sent.at(-1)?.why).toBe('the disk is full'));
  expect(() => exports.reveal(1)).toThrow('no finished export');
  await exports.start(request);
  running[1]?.end('done', 3);
  await vi.waitFor(() => expect(sent.at(-1)?.state).toBe('done'));
  exports.reveal(2);
  expect(reveal).toHaveBeenCalledExactlyOnceWith('/out/x.csv');
});

test('g06: closing cancels what runs and waits for it', async () => {
  const { exports, running } = stage();
  await exports.start(request);
  await exports.start(request);
  exports.cancel(1);
  await exports.close();
  expect(running.map(({ cancelled }) => cancelled)).toEqual([true, true]);
});
