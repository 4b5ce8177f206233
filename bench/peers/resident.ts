import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createCore } from '../../electron/core.ts';
import { emptyFilter } from '../../shared/filter.ts';

// A core in a process of its own that answers what a window asks of it, and then says how large it is.
//   resident.js HOME

const [home = ''] = process.argv.slice(2);
const core = await createCore({
  home,
  port: 0,
  version: '0.0.0',
  workerFolder: resolve('dist/electron'),
  logLevel: 'error',
});
const { reads } = core;
for (const text of ['', 'launch', 'zq', '']) {
  for (const server of [[], ['github'], ['thermostat']]) {
    const filter = { ...emptyFilter, text, server: { only: server, hide: [] } };
    const { rows } = await reads.page(filter, 200, null);
    const last = rows.at(-1);
    if (last !== undefined) await reads.page(filter, 200, last);
    await reads.counts(filter);
    await reads.facets(filter);
    await reads.histogram(filter, 90);
  }
}
await pause(2_000);
process.stdout.write(`${JSON.stringify({ rss: process.memoryUsage.rss() })}\n`);
await core.close();
