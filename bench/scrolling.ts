import { setTimeout as pause } from 'node:timers/promises';
import type { Desktop } from './desktop.ts';

export interface Scrolling {
  readonly name: string;
  readonly run: (app: Desktop, forMs: number) => Promise<void>;
}

const wheel = async ({ cdp, page }: Desktop, forMs: number): Promise<void> => {
  const { x, y } = await middle(page);
  for (const end = Date.now() + forMs; Date.now() < end; await pause(16)) {
    await cdp.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      x,
      y,
      deltaX: 0,
      deltaY: 700,
    });
  }
};

const pageDown = async ({ page }: Desktop, forMs: number): Promise<void> => {
  await grid(page).focus();
  // A second "down" without an "up" is what a held key sends.
  for (const end = Date.now() + forMs; Date.now() < end; await pause(30)) {
    await page.keyboard.down('PageDown');
  }
  await page.keyboard.up('PageDown');
};

export const scrollings: readonly Scrolling[] = [
  { name: 'wheel', run: wheel },
  { name: 'PageDown held', run: pageDown },
];

/** By its id: looking for a role asks every element of the page, which is a long task of its own (38 to 69 ms seen). */
const grid = (page: Desktop['page']) => page.locator('#writes-grid');

async function middle(page: Desktop['page']): Promise<{ x: number; y: number }> {
  const box = await grid(page).boundingBox();
  if (box === null) throw new Error('the list is not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** What the page's main thread did meanwhile. */
export interface Watched {
  /** Milliseconds of the longest task by the clock, and of the one that took most of the processor. */
  readonly longest: number;
  readonly longestCpu: number;
  /** As the page's own entries have it. */
  readonly overLimit: number;
  readonly rows: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Runs `work` and reads the tasks of the page's main thread from a trace, and from its own entries. */
export const watched = async (
  app: Pick<Desktop, 'page' | 'cdp'>,
  work: () => Promise<void>,
): Promise<Watched> => {
  const { cdp, page } = app;
  const events: TraceEvent[] = [];
  const collect = ({ value }: { readonly value: readonly object[] }) =>
    void events.push(...(value as readonly TraceEvent[]));
  cdp.on('Tracing.dataCollected', collect);
  // The first look through a locator brings the test tool's own script into the page, 130 ms and more of it.
  await grid(page).boundingBox();
  const from = await lastRow(page);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'] },
  });
  await work();
  const complete = new Promise((done) => cdp.once('Tracing.tracingComplete', done));
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', collect);
  const overLimit = await page.evaluate(
    () => (window as unknown as { readonly longTasks: readonly number[] }).longTasks.length,
  );
  const main = events.find(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const tasks = events.filter(
    ({ pid, tid, dur }) => pid === main?.pid && tid === main.tid && dur !== undefined,
  );
  const most = (of: (task: TraceEvent) => number | undefined) =>
    tasks.reduce((found, task) => Math.max(found, (of(task) ?? 0) / 1000), 0);
  return {
    longest: most((task) => task.dur),
    longestCpu: most((task) => task.tdur),
    overLimit,
    rows: (await lastRow(page)) - from,
  };
};

/** The position of the lowest row that is drawn. */
const lastRow = (page: Desktop['page']): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('[role="row"][aria-selected]')].map((row) =>
        Number(row.getAttribute('aria-rowindex')),
      ),
    ),
  );
