import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDice } from '../core/sample/dice.ts';
import { readEndpointFile } from '../home/endpoint-file.ts';
import { homePaths } from '../home/paths.ts';
import { checkHome, verifyHome } from './kill-check.ts';
import { type AnsweredWrite, startLoad } from './kill-load.ts';
import { type SpawnedServe, spawnServe } from './serve-process.ts';
import { unlimitedWrites } from './unlimited-writes.ts';

export interface KillOptions {
  /** The built command line. */
  readonly cli: string;
  /** Homes are made in here, and left there. */
  readonly folder: string;
  readonly rounds: number;
  /** Decides what is written and when it is killed; the machine's own timing does the rest. */
  readonly seed: number;
  /** Kills come after up to so many answers: counted, since a slow machine would be killed before its first. */
  readonly latestAnswer: number;
}

export interface KillFigures {
  readonly rounds: number;
  readonly answered: number;
  readonly rows: number;
  readonly violations: readonly string[];
}

/** Crashes pile up on one file for so many rounds; then a fresh one, that starts are met in every state. */
const roundsPerHome = 20;

/**
 * R1: serves under the load of eight clients, kills the process hard, looks at what is left, and goes on
 * with the same home. What was answered in a home's earlier rounds is looked for after each later one.
 */
export async function killRounds(options: KillOptions): Promise<KillFigures> {
  const dice = createDice(options.seed);
  const violations: string[] = [];
  let answered = 0;
  let rows = 0;
  for (let first = 0; first < options.rounds; first += roundsPerHome) {
    const home = join(options.folder, `home-${first}`);
    unlimitedWrites(home);
    const told: AnsweredWrite[] = [];
    const look = (when: string): number => {
      const found = checkHome(home, told);
      violations.push(...found.violations.map((violation) => `${when}: ${violation}`));
      return found.rows;
    };
    try {
      for (let round = first; round < Math.min(options.rounds, first + roundsPerHome); round++) {
        const when = `round ${round}`;
        const moment = { answers: dice.between(0, options.latestAnswer), ms: dice.next() * 10 };
        const result = await killOnce(options.cli, home, when, dice.between(0, 2 ** 31), moment);

        told.push(...result.answered);
        violations.push(...result.failures);
        look(`${when}, killed ${moment.ms.toFixed(1)} ms after answer ${moment.answers}`);
      }
      // The last kill, too, is followed by a start, and by an end that is clean.
      const last = spawnServe(options.cli, home);
      await ready(last);
      await last.end('SIGTERM');
      rows += look(`after the rounds from ${first}`);
      violations.push(...(await verifyHome(options.cli, home)));
    } catch (error) {
      // A home that cannot be opened any more is not gone on with.
      violations.push(`home of the rounds from ${first}: ${error}`);
    }
    answered += told.length;
  }
  return { rounds: options.rounds, answered, rows, violations };
}

interface Moment {
  readonly answers: number;
  /** And so many milliseconds later, somewhere within the calls that follow. */
  readonly ms: number;
}

async function killOnce(cli: string, home: string, name: string, seed: number, moment: Moment) {
  const serve = spawnServe(cli, home);
  try {
    const { url } = await ready(serve);

    const { token } = readEndpointFile(homePaths(home).endpoint) ?? { token: '' };
    const load = await startLoad({ url, token, gone: serve.gone }, name, seed);

    await load.reached(moment.answers);
    await wait(moment.ms);
    load.cutting();
    await serve.end('SIGKILL');

    return { failures: await load.ended(), answered: load.answered };
  } finally {
    await serve.end('SIGKILL');
  }
}

const startMs = 20_000;

/** @throws where it ends, or says nothing for too long */
async function ready(serve: SpawnedServe): ReturnType<() => SpawnedServe['ready']> {
  const late = new AbortController();
  try {
    return await Promise.race([
      serve.ready,
      wait(startMs, undefined, { signal: late.signal }).then(() => {
        throw new Error('serve did not start');
      }),
    ]);
  } finally {
    late.abort();
  }
}
