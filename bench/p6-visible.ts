import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Core, createCore } from '../electron/core.ts';
import { unlimitedWrites } from '../electron/testing/unlimited-writes.ts';
import { emptyFilter } from '../shared/filter.ts';
import type { PageKey } from '../shared/ledger.ts';
import { seededCopy, sizes } from './homes.ts';
import { percentile, printFigure } from './measure.ts';
import { startWriter } from './writer.ts';

/** Does what the window's live tail does: at each push it reads on from the newest row that it has. */
function tail(core: Core) {
  const seen = new Map<string, number>();
  let key: PageKey | null = null;
  let reading = false;
  let again = false;
  const read = async () => {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    do {
      again = false;
      const { rows, more } = await core.reads.newer(emptyFilter, key, 200);
      const now = performance.timeOrigin + performance.now();
      for (const row of rows) {
        const title = /"title":"([^"]*)"/.exec(row.args_summary ?? '')?.[1];
        if (title !== undefined) seen.set(title, now);
      }
      key = rows[0] ?? key;
      again ||= more;
    } while (again);
    reading = false;
  };
  return { seen, start: read, stop: core.on('appended', () => void read()) };
}

async function measure(core: Core, pauseMs: number, forMs: number) {
  const { seen, start, stop } = tail(core);
  await start();
  const writer = await startWriter(core, pauseMs);
  await pause(forMs);
  await writer.stop();
  await pause(300);
  stop();
  return writer.wrote.slice(1).map(({ title, answered }) => {
    const at = seen.get(title);
    if (at === undefined) throw new Error(`${title} was answered and never seen`);
    return at - answered;
  });
}

async function readAlone(core: Core): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const started = performance.now();
    await core.reads.page(emptyFilter, 60, null);
    samples.push(performance.now() - started);
  }
  return percentile(samples, 0.5);
}

/** P6, the core's half: from a client's answer until the push was heard and the row was read for the window. */
export const runVisibleBench = async (smoke: boolean): Promise<void> => {
  for (const rows of sizes(smoke)) {
    const folder = await mkdtemp(join(tmpdir(), 'inkwatch-bench-'));
    const home = join(folder, 'home');
    await seededCopy(home, rows);
    unlimitedWrites(home);
    const options = { port: 0, version: '0.0.0', workerFolder: resolve('dist/electron') } as const;
    const core = await createCore({ home, ...options, logLevel: 'error' });
    try {
      const floor = await readAlone(core);
      for (const [words, pauseMs] of [
        ['10 writes a second', 100],
        ['200 writes a second', 5],
      ] as const) {
        const samples = await measure(core, pauseMs, smoke ? 500 : 8_000);
        const p95 = percentile(samples, 0.95);
        printFigure({
          name: `P6 answered to readable, ${words}, ${rows.toLocaleString('en')} rows`,
          ours: `p50 ${percentile(samples, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${samples.length}`,
          theirs: `one read by itself ${floor.toFixed(1)} ms`,
          ratio: p95 / floor,
          target: 'p95 ≤ 100 ms',
          reached: p95 <= 100,
        });
      }
    } finally {
      await core.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
};
