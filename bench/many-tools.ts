import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { printFigure } from './measure.ts';
import { connect, startInkwatch } from './servers.ts';

const run = promisify(execFile);
const odd = join(process.cwd(), 'electron/testing/upstreams/odd-server.mjs');
const slowestMs = 1000;
const views = z.looseObject({ state: z.looseObject({ state: z.string() }) });

/** 50 tools on each of 20 servers: the first list of all of them, beside what the slowest one alone takes. */
export const runManyToolsBench = async (smoke: boolean): Promise<void> => {
  if (smoke) return;
  const home = await mkdtemp(join(tmpdir(), 'inkwatch-bench-'));
  const inkwatch = await startInkwatch(home);
  const cli = ['dist/electron/cli.js', '--home', home, 'server'];
  try {
    for (let at = 0; at < 20; at += 1) {
      const faults = JSON.stringify({ tools: 50, listMs: at === 0 ? slowestMs : 100 + at });
      await run(process.execPath, [...cli, 'add', `s${at}`, '--', process.execPath, odd, faults]);
    }
    const settled = async () => {
      const { stdout } = await run(process.execPath, [...cli, 'list', '--json']);
      return stdout
        .trim()
        .split('\n')
        .every((line) => views.parse(JSON.parse(line)).state.state === 'ready');
    };
    while (!(await settled())) await new Promise((resolve) => setTimeout(resolve, 200));
    const client = await connect(inkwatch, 'bench', '2025');
    const alone = await connect({ ...inkwatch, url: `${inkwatch.url}/s0` }, 'bench', '2025');
    const slowest = await timed(() => alone.listTools());
    // Each server is opened anew, so that nothing of its list is known.
    for (let at = 0; at < 20; at += 1) {
      await run(process.execPath, [...cli, 'disable', `s${at}`]);
      await run(process.execPath, [...cli, 'enable', `s${at}`]);
    }
    const all = await timed(() => client.listTools());
    const again = await timed(() => client.listTools());
    printFigure({
      name: '50 tools of 20 servers, first list after they were started (tools are read when a server is ready)',
      ours: `${all.toFixed(0)} ms`,
      theirs: `the slowest of them alone ${slowest.toFixed(0)} ms`,
      ratio: all / slowest,
      target: '≤ 1.5',
      reached: all / slowest <= 1.5,
    });
    process.stdout.write(`The same list once it is known: ${again.toFixed(0)} ms\n`);
    await client.close();
    await alone.close();
  } finally {
    await inkwatch.stop();
    await rm(home, { recursive: true, force: true });
  }
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};
