/** The value below which `share` (0 to 1) of the samples lie. Throws on none: nothing measured is no figure. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** What one round of calls cost. */
export interface Round {
  readonly callsPerSecond: number;
  /** Milliseconds of each call. */
  readonly latencies: readonly number[];
}

/** Makes `calls` calls, spread over `lanes` (one caller each) that never wait for one another. */
export const round = async (
  lanes: readonly ((call: number) => Promise<unknown>)[],
  calls: number,
): Promise<Round> => {
  const latencies: number[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    lanes.map(async (lane) => {
      while (next < calls) {
        const call = next++;
        const from = performance.now();
        await lane(call);
        latencies.push(performance.now() - from);
      }
    }),
  );
  return { callsPerSecond: (calls / (performance.now() - started)) * 1000, latencies };
};

/**
 * Runs both sides `rounds` times, taking turns at going first, and gives each round's pair:
 * a machine that slows down meanwhile slows both, so the ratio of a pair holds where the figures do not.
 */
export const interleaved = async (
  rounds: number,
  ours: () => Promise<Round>,
  theirs: () => Promise<Round>,
): Promise<readonly { readonly ours: Round; readonly theirs: Round }[]> => {
  const pairs: { ours: Round; theirs: Round }[] = [];
  for (let index = 0; index < rounds; index++) {
    if (index % 2 === 0) {
      const first = await ours();
      pairs.push({ ours: first, theirs: await theirs() });
    } else {
      const first = await theirs();
      pairs.push({ ours: await ours(), theirs: first });
    }
  }
  return pairs;
};

/** One line per figure: what, ours, theirs, the ratio and what it should be. */
export const printFigure = (figure: {
  readonly name: string;
  readonly ours: string;
  readonly theirs: string;
  readonly ratio: number;
  readonly target: string;
  readonly reached: boolean;
}): void => {
  const { name, ours, theirs, ratio, target, reached } = figure;
  const verdict = reached ? 'reached' : 'not reached';
  process.stdout.write(
    `${name}: ${ours} against ${theirs}, ratio ${ratio.toFixed(2)} (target ${target}, ${verdict})\n`,
  );
};
