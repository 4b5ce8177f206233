import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serveReference } from '../e2e/conformance/reference-http.ts';
import { fetchSuite, runSuite } from '../e2e/conformance/suite.ts';
import { openTokenDoor } from '../e2e/conformance/with-token.ts';
import { startInkwatch } from './servers.ts';

const run = promisify(execFile);

/** A scenario's checks in one word. */
const verdict = (checks: readonly string[] | undefined): string => {
  if (checks === undefined) return '-';
  const count = (status: string) => checks.filter((check) => check.includes(` ${status}`)).length;
  const [bad, warned] = [count('FAILURE'), count('WARNING')];
  if (bad > 0) return `${bad} failed`;
  return warned > 0 ? `${warned} warned` : `${checks.length} passed`;
};

/**
 * R4: every server scenario of the official suite against the reference server directly, behind the gateway
 * over HTTP, and behind it as a command, as a table. The suite's smoke has some of them (`e2e/conformance`).
 */
export const runConformanceBench = async (smoke: boolean): Promise<void> => {
  if (smoke) return;
  const suite = await fetchSuite();
  if (!suite.ok) {
    process.stdout.write(`R4 conformance skipped: ${suite.reason}\n`);
    return;
  }
  const home = await mkdtemp(join(tmpdir(), 'inkwatch-bench-'));
  const reference = await serveReference();
  const inkwatch = await startInkwatch(home);
  try {
    const add = (...args: readonly string[]) =>
      run(process.execPath, ['dist/electron/cli.js', '--home', home, 'server', 'add', ...args]);
    // A server's folder is its own: what is relative here is not there.
    const program = join(process.cwd(), '.cache/bench/reference-server.js');
    await add('web', '--url', reference.url);
    await add('pipes', '--', process.execPath, program, '--stdio');
    const behind = async (name: string) => {
      const door = await openTokenDoor(`${inkwatch.url}/${name}`, inkwatch.token ?? '');
      try {
        return await runSuite(suite, door.url, null);
      } finally {
        door.close();
      }
    };
    const direct = await runSuite(suite, reference.url, null);
    const web = await behind('web');
    const pipes = await behind('pipes');
    const same = (name: string, other: typeof direct) =>
      JSON.stringify(direct.get(name)) === JSON.stringify(other.get(name));
    const line = (...cells: readonly string[]) =>
      `${cells
        .map((c) => c.padEnd(34))
        .join(' ')
        .trimEnd()}\n`;
    process.stdout.write(
      line('R4 scenario', 'directly', 'behind, over HTTP', 'behind, as a command'),
    );
    for (const [name, checks] of direct) {
      const cell = (other: typeof direct) =>
        `${verdict(other.get(name))}${same(name, other) ? '' : ' (differs)'}`;
      process.stdout.write(line(name, verdict(checks), cell(web), cell(pipes)));
    }
    const names = [...direct.keys()];
    const [overWeb, overPipes] = [web, pipes].map(
      (other) => names.filter((name) => same(name, other)).length,
    );
    process.stdout.write(
      `R4 of ${names.length} scenarios the same checks with the same verdicts: ${overWeb} over HTTP, ${overPipes} as a command (its server has no HTTP streams)\n`,
    );
  } finally {
    await inkwatch.stop();
    reference.close();
    await rm(home, { recursive: true, force: true });
  }
};
