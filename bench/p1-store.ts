import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleaved, median, percentile, printFigure, type Round, round } from './measure.ts';
import {
  connect,
  type Era,
  type RunningServer,
  startDoNothing,
  startInkwatch,
  storeOnce,
} from './servers.ts';

const ways = [
  { lanes: 1, target: 0.75, words: 'one at a time' },
  { lanes: 8, target: 0.85, words: '8 clients at once' },
] as const;

/** P1: an audited, durable `memory.store` against the SDK's server whose tool does nothing. */
export const runStoreBench = async (smoke: boolean): Promise<void> => {
  const home = await mkdtemp(join(tmpdir(), 'inkwatch-bench-'));
  const [ours, theirs] = [await startInkwatch(home), await startDoNothing()];
  const calls = smoke ? 16 : 400;
  const rounds = smoke ? 1 : 9;
  try {
    for (const era of ['2025', '2026'] as const satisfies readonly Era[]) {
      for (const { lanes, target, words } of ways) {
        // Fresh clients each round: the SDK's keeps an abort listener for each call it ever made.
        const run = (server: RunningServer) => async (): Promise<Round> => {
          const clients = await Promise.all(
            Array.from({ length: lanes }, (_, lane) => connect(server, `bench-${lane}`, era)),
          );
          const result = await round(
            clients.map((client) => () => storeOnce(client)),
            calls,
          );
          await Promise.all(clients.map((client) => client.close()));
          return result;
        };
        // The first round of each side is for the compiler and is not counted.
        await run(ours)();
        await run(theirs)();
        const pairs = await interleaved(rounds, run(ours), run(theirs));
        const figures = (side: 'ours' | 'theirs'): string => {
          const rate = median(pairs.map((pair) => pair[side].callsPerSecond));
          const latencies = pairs.flatMap((pair) => pair[side].latencies);
          return `${rate.toFixed(0)}/s (p50 ${percentile(latencies, 0.5).toFixed(2)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms)`;
        };
        const ratio = median(
          pairs.map((pair) => pair.ours.callsPerSecond / pair.theirs.callsPerSecond),
        );
        printFigure({
          name: `P1 memory.store, ${era} era, ${words}`,
          ours: figures('ours'),
          theirs: `do-nothing ${figures('theirs')}`,
          ratio,
          target: `≥ ${target}`,
          reached: ratio >= target,
        });
      }
    }
  } finally {
    await ours.stop();
    await theirs.stop();
    await rm(home, { recursive: true, force: true });
  }
};
