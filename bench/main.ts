import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runKillBench } from './kill-9.ts';
import { runMalformedBench } from './malformed.ts';
import { runStoreBench } from './p1-store.ts';
import { runMemoryBench } from './p2-memory.ts';
import { runGatewayBench } from './p7-gateway.ts';
import { runStdioBench } from './stdio-bridge.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seed: { type: 'string' },
  },
});

/** A whole number above 0 of an option; where none was given, `otherwise`. */
const count = (name: 'rounds' | 'seed', otherwise: number): number => {
  const given = values[name];
  if (given === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new Error(`--${name} must be a whole number above 0`);
  return Number(given);
};

const benches = {
  p1: runStoreBench,
  p2: runMemoryBench,
  p7: runGatewayBench,
  stdio: runStdioBench,
  malformed: (smoke: boolean) =>
    runMalformedBench(smoke ? 200 : 10_000, count('seed', randomInt(1, 1e9))),
  kill9: (smoke: boolean) =>
    runKillBench(count('rounds', smoke ? 2 : 200), count('seed', randomInt(1, 1e9))),
} as const;

for (const [name, run] of Object.entries(benches)) {
  if (values.only === undefined || values.only === name) await run(values.smoke);
}
