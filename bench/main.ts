import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runConformanceBench } from './conformance.ts';
import { keepHomesIn, onlyRows, removeHomes } from './homes.ts';
import { runKillBench } from './kill-9.ts';
import { runMalformedBench } from './malformed.ts';
import { runManyToolsBench } from './many-tools.ts';
import { runStoreBench } from './p1-store.ts';
import { runMemoryBench } from './p2-memory.ts';
import { runFilterBench } from './p3-filters.ts';
import { runExportBench } from './p4-csv.ts';
import { runWindowBench } from './p5-window.ts';
import { runVisibleBench } from './p6-visible.ts';
import { runVisibleWindowBench } from './p6-window.ts';
import { runGatewayBench } from './p7-gateway.ts';
import { runResidentBench } from './p8-resident.ts';
import { runSoakBench } from './soak.ts';
import { runStdioBench } from './stdio-bridge.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    rows: { type: 'string' },
    seed: { type: 'string' },
    homes: { type: 'string' },
  },
});

/** A whole number above 0 of an option; where none was given, `otherwise`. */
const count = (name: 'rounds' | 'rows' | 'seed', otherwise: number): number => {
  const given = values[name];
  if (given === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new Error(`--${name} must be a whole number above 0`);
  return Number(given);
};

const benches = {
  p1: runStoreBench,
  p2: runMemoryBench,
  p3: runFilterBench,
  p4: runExportBench,
  p5: runWindowBench,
  p6: async (smoke: boolean) => {
    await runVisibleBench(smoke);
    await runVisibleWindowBench(smoke);
  },
  p7: runGatewayBench,
  p8: runResidentBench,
  stdio: runStdioBench,
  tools: runManyToolsBench,
  conformance: runConformanceBench,
  soak: runSoakBench,
  malformed: (smoke: boolean) =>
    runMalformedBench(smoke ? 200 : 10_000, count('seed', randomInt(1, 1e9))),
  kill9: (smoke: boolean) =>
    runKillBench(count('rounds', smoke ? 2 : 200), count('seed', randomInt(1, 1e9))),
} as const;

const wanted = values.only?.split(',');
const unknown = wanted?.find((name) => !Object.hasOwn(benches, name));
if (unknown !== undefined) {
  throw new Error(`--only knows ${Object.keys(benches).join(', ')}, not ${unknown}`);
}
keepHomesIn(values.homes);
if (values.rows !== undefined) onlyRows(count('rows', 1));
try {
  for (const [name, run] of Object.entries(benches)) {
    if (wanted === undefined || wanted.includes(name)) await run(values.smoke);
  }
} finally {
  await removeHomes();
}
