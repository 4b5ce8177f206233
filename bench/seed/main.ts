import { existsSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seedHome } from '../seed.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    home: { type: 'string' },
    seed: { type: 'string', default: '1' },
    end: { type: 'string' },
  },
});

const rows = Number(values.rows);
if (!/^[1-9]\d{0,7}$/.test(values.rows ?? '')) {
  throw new Error('--rows N must be a whole number above 0, of eight digits at most');
}
const end = values.end === undefined ? Date.now() : Date.parse(values.end);
if (Number.isNaN(end)) throw new Error('--end must be a date, such as 2026-12-01');
if (!/^\d{1,9}$/.test(values.seed)) throw new Error('--seed must be a whole number');

const home = resolve(values.home ?? (await mkdtemp(join(tmpdir(), 'inkwatch-seeded-'))));
// Made-up rows must never get among real ones.
if (existsSync(join(home, 'inkwatch.db'))) throw new Error(`${home} has a ledger already`);
await mkdir(home, { recursive: true });

const started = performance.now();
await seedHome(home, { rows, end, seed: Number(values.seed) }, (done) => {
  process.stderr.write(`\r${done.toLocaleString('en')} rows`);
});
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stderr.write('\n');
process.stdout.write(`${JSON.stringify({ home, rows, seconds: Number(seconds) })}\n`);
