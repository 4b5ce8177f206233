import { parseArgs } from 'node:util';
import { runStoreBench } from './p1-store.ts';
import { runMemoryBench } from './p2-memory.ts';
import { runStdioBench } from './stdio-bridge.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, smoke: { type: 'boolean', default: false } },
});

const benches = { p1: runStoreBench, p2: runMemoryBench, stdio: runStdioBench } as const;

for (const [name, run] of Object.entries(benches)) {
  if (values.only === undefined || values.only === name) await run(values.smoke);
}
