import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { seededCopy, sizes } from './homes.ts';
import { printFigure } from './measure.ts';

const answer = z.object({ rss: z.number() });

/** Megabytes of a core on this home after a window's questions; the least of some tries, since a heap grows by chance. */
async function resident(home: string, tries: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries; n += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '.cache/bench/resident.js',
      home,
    ]);
    least = Math.min(least, answer.parse(JSON.parse(stdout)).rss / 1024 ** 2);
  }
  return least;
}

/** P8: a core with many rows against an empty one. */
export const runResidentBench = async (smoke: boolean): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'inkwatch-bench-'));
  try {
    const tries = smoke ? 1 : 3;
    const empty = await resident(join(folder, 'empty'), tries);
    for (const rows of sizes(smoke)) {
      const home = join(folder, String(rows));
      await seededCopy(home, rows);
      const mine = await resident(home, tries);
      printFigure({
        name: `P8 resident memory, ${rows.toLocaleString('en')} rows`,
        ours: `${mine.toFixed(0)} MB`,
        theirs: `an empty home ${empty.toFixed(0)} MB`,
        ratio: mine / empty,
        target: 'empty + 40 MB',
        reached: mine <= empty + 40,
      });
      await rm(home, { recursive: true, force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
