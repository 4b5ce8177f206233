import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { killRounds } from '../electron/testing/kill-rounds.ts';

/** R1: `kill -9` at random moments under load. One line; violations go to stderr and make the exit code 1. */
export const runKillBench = async (rounds: number, seed: number): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'inkwatch-kill-'));
  const cli = resolve('dist/electron/cli.js');
  const figures = await killRounds({ cli, folder, rounds, seed, latestAnswer: 300 });
  const { answered, rows, violations } = figures;
  process.stdout.write(
    `R1 kill -9: ${rounds} rounds (seed ${seed}), ${answered} answered writes, ${rows} rows, ${violations.length} violations\n`,
  );
  if (violations.length === 0) {
    await rm(folder, { recursive: true, force: true });
    return;
  }
  process.exitCode = 1;
  process.stderr.write(`${violations.slice(0, 20).join('\n')}\nThe homes are left in ${folder}\n`);
};
