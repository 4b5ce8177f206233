import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Core, createCore } from '../electron/core.ts';
import { unlimitedWrites } from '../electron/testing/unlimited-writes.ts';
import { emptyFilter } from '../shared/filter.ts';
import { ledgerColumns } from '../shared/ledger.ts';
import { seededCopy, sizes } from './homes.ts';
import { median, percentile, printFigure } from './measure.ts';
import { startWriter } from './writer.ts';

/** `sqlite3 -csv` of the same columns of the same rows; null: it is not installed. */
async function sqliteCsv(home: string, file: string): Promise<number | null> {
  const sql = `SELECT ${ledgerColumns.join(', ')} FROM mcp_writes`;
  const started = performance.now();
  const child = spawn('sqlite3', ['-readonly', '-csv', join(home, 'inkwatch.db'), sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.pipe(createWriteStream(file));
  const ended = await Promise.race([
    once(child, 'close').then(([code]) => code === 0),
    once(child, 'error').then(() => false),
  ]);
  return ended ? performance.now() - started : null;
}

async function exportCsv(core: Core, file: string): Promise<number> {
  const started = performance.now();
  const job = { file, format: 'csv', byteOrderMark: false, timeZone: 'utc' } as const;
  const scope = { kind: 'filter', filter: emptyFilter } as const;
  const { state, why } = await core.startExport({ ...job, scope }, () => {}).done;
  if (state !== 'done') throw new Error(`the export ended ${state}: ${why}`);
  return performance.now() - started;
}

const rss = (): number => process.memoryUsage.rss() / 1024 ** 2;

/** Runs `work` and says by how many megabytes this process grew at most meanwhile. */
async function growth<T>(work: () => Promise<T>): Promise<{ value: T; grew: number }> {
  const before = rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, rss());
  }, 20);
  const value = await work();
  clearInterval(look);
  return { value, grew: Math.max(most, rss()) - before };
}

async function againstSqlite(core: Core, folder: string, name: string, smoke: boolean) {
  const files = [join(folder, 'ours.csv'), join(folder, 'theirs.csv')] as const;
  const [ours, theirs, ratios, grown]: number[][] = [[], [], [], []];
  for (let n = 0; n < (smoke ? 1 : 3); n += 1) {
    const other = await sqliteCsv(core.home, files[1]);
    if (other === null) {
      process.stdout.write(`P4 skipped, ${name}: sqlite3 is not installed\n`);
      return;
    }
    const { value, grew } = await growth(() => exportCsv(core, files[0]));
    ours?.push(value);
    theirs?.push(other);
    ratios?.push(value / other);
    grown?.push(grew);
  }
  const ratio = median(ratios ?? []);
  printFigure({
    name: `P4 CSV of ${name}`,
    ours: `${(median(ours ?? []) / 1000).toFixed(2)} s`,
    theirs: `sqlite3 -csv ${(median(theirs ?? []) / 1000).toFixed(2)} s`,
    ratio,
    target: '≤ 3',
    reached: ratio <= 3,
  });
  const most = Math.max(...(grown ?? []));
  printFigure({
    name: `P4 memory while exporting ${name}`,
    ours: `+${most.toFixed(0)} MB`,
    theirs: `the bound of 100 MB`,
    ratio: most / 100,
    target: '≤ 1',
    reached: most <= 100,
  });
}

async function writesMeanwhile(core: Core, folder: string, name: string, smoke: boolean) {
  // A person's clients write now and then; as fast as they can would be the load of P1.
  const writer = await startWriter(core, 5);
  await pause(smoke ? 100 : 1_000);
  const [idle, busy]: number[][] = [[], []];
  for (let n = 0; n < (smoke ? 1 : 3); n += 1) {
    let from = writer.wrote.length;
    await pause(smoke ? 200 : 5_000);
    idle?.push(...writer.wrote.slice(from).map(({ took }) => took));
    from = writer.wrote.length;
    await exportCsv(core, join(folder, 'meanwhile.csv'));
    busy?.push(...writer.wrote.slice(from).map(({ took }) => took));
    await pause(200);
  }
  await writer.stop();
  const [mine, other] = [percentile(busy ?? [], 0.99), percentile(idle ?? [], 0.99)];
  const p50 = (samples: readonly number[] = []) => percentile(samples, 0.5).toFixed(1);
  printFigure({
    name: `P4 writes while exporting ${name}`,
    ours: `p50 ${p50(busy)} ms, p99 ${mine.toFixed(1)} ms of ${busy?.length}`,
    theirs: `without an export p50 ${p50(idle)} ms, p99 ${other.toFixed(1)} ms`,
    ratio: mine / other,
    target: '≤ 2',
    reached: mine / other <= 2,
  });
}

/** P4: an export of everything against `sqlite3 -csv`, its memory, and writes meanwhile. */
export const runExportBench = async (smoke: boolean): Promise<void> => {
  for (const rows of sizes(smoke)) {
    const folder = await mkdtemp(join(tmpdir(), 'inkwatch-bench-'));
    const home = join(folder, 'home');
    await seededCopy(home, rows);
    unlimitedWrites(home);
    const options = { port: 0, version: '0.0.0', workerFolder: resolve('dist/electron') } as const;
    const core = await createCore({ home, ...options, logLevel: 'error' });
    const name = `${rows.toLocaleString('en')} rows`;
    try {
      await againstSqlite(core, folder, name, smoke);
      await writesMeanwhile(core, folder, name, smoke);
    } finally {
      await core.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
};
