import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { unlimitedWrites } from '../electron/testing/unlimited-writes.ts';
import { startDesktop } from './desktop.ts';
import { seededCopy, sizes } from './homes.ts';
import { percentile, printFigure } from './measure.ts';
import { watched } from './scrolling.ts';
import { startWriter, type Wrote } from './writer.ts';

const endpointFile = z.looseObject({ url: z.string(), token: z.string() });

interface Seen {
  /** Title of a write, and when a frame with its row began to be shown; milliseconds since 1970. */
  readonly titles: readonly (readonly [string, number])[];
  /** Milliseconds between frames. */
  readonly gaps: readonly number[];
}

/** Notes in the page when a row's title is first in the list, and how far frames lie apart. */
const startLooking = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const known = new Set<string>();
    const titles: [string, number][] = [];
    const gaps: number[] = [];
    Object.assign(window, { looked: { titles, gaps } });
    let last = performance.now();
    const frame = (now: number) => {
      gaps.push(now - last);
      last = now;
      for (const cell of document.querySelectorAll('.grid-row .cell-what')) {
        const title = /“([^”]*)”/.exec(cell.textContent ?? '')?.[1];
        if (title === undefined || known.has(title)) continue;
        known.add(title);
        titles.push([title, performance.timeOrigin + performance.now()]);
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

const looked = (page: Page): Promise<Seen> =>
  page.evaluate(() => (window as unknown as { readonly looked: Seen }).looked);

/** From each write's answer to its row. One that newer rows pushed out of sight at once was there with the next. */
function delays(wrote: readonly Wrote[], { titles }: Seen): readonly number[] {
  const seenAt = new Map(titles);
  const found: number[] = [];
  let next = Number.NaN;
  for (const { title, answered } of wrote.toReversed()) {
    next = seenAt.get(title) ?? next;
    if (!Number.isNaN(next)) found.push(next - answered);
  }
  return found;
}

/** P6, the whole way: from a client's answer until a frame of the window has the row. */
export const runVisibleWindowBench = async (smoke: boolean): Promise<void> => {
  for (const rows of sizes(smoke)) {
    const folder = await mkdtemp(join(tmpdir(), 'inkwatch-bench-'));
    const home = join(folder, 'home');
    await seededCopy(home, rows);
    unlimitedWrites(home);
    const app = await startDesktop('.', { INKWATCH_HOME: home });
    try {
      await app.page.waitForFunction(() => performance.getEntriesByName('first-rows').length > 0);
      const { url, token } = endpointFile.parse(
        JSON.parse(await readFile(join(home, 'endpoint.json'), 'utf8')),
      );
      await startLooking(app.page);
      for (const [words, pauseMs] of [
        ['10 writes a second', 100],
        ['200 writes a second', 5],
      ] as const) {
        const from = (await looked(app.page)).gaps.length;
        let wrote: readonly Wrote[] = [];
        const tasks = await watched(app, async () => {
          const writer = await startWriter({ url, token }, pauseMs);
          await pause(smoke ? 1_000 : 8_000);
          await writer.stop();
          ({ wrote } = writer);
          await pause(500);
        });
        const seen = await looked(app.page);
        const gaps = seen.gaps.slice(from);
        const samples = delays(wrote.slice(1), seen);
        const p95 = percentile(samples, 0.95);
        printFigure({
          name: `P6 answered to visible, ${words}, ${rows.toLocaleString('en')} rows`,
          ours: `p50 ${percentile(samples, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${samples.length} of ${wrote.length - 1}`,
          theirs: '100 ms',
          ratio: p95 / 100,
          target: 'p95 ≤ 100 ms',
          reached: p95 <= 100,
        });
        const late = gaps.filter((gap) => gap > 50).length;
        printFigure({
          name: `P6 frames meanwhile, ${words}, ${rows.toLocaleString('en')} rows`,
          ours: `${late} of ${gaps.length} frames over 50 ms apart, longest task ${tasks.longestCpu.toFixed(0)} ms of the processor`,
          theirs: '50 ms',
          ratio: tasks.longestCpu / 50,
          target: 'no dropped frame by a task of ours',
          reached: tasks.longestCpu <= 50,
        });
      }
    } finally {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
};
