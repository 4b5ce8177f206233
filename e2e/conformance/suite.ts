import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { fetchPackage } from '../support/fetch-package.ts';

const run = promisify(execFile);

const suiteSpec = '@modelcontextprotocol/conformance@0.1.16';
/** The suite needs Node 22 or later; the npm package of this name is the program itself. */
const nodeSpec = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@22.23.3`;

/** The official conformance suite, ready to run; or why it is not. */
export type Suite =
  | { readonly ok: true; readonly node: string; readonly program: string }
  | { readonly ok: false; readonly reason: string };

export async function fetchSuite(): Promise<Suite> {
  try {
    const program = join(
      await fetchPackage(suiteSpec),
      '@modelcontextprotocol/conformance/dist/index.js',
    );
    const node = await nodeProgram();
    return existsSync(program) && existsSync(node)
      ? { ok: true, node, program }
      : { ok: false, reason: `${suiteSpec} or ${nodeSpec} has no program for this machine` };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: `${suiteSpec} could not be installed: ${text.slice(0, 400)}` };
  }
}

async function nodeProgram(): Promise<string> {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const name = nodeSpec.slice(0, nodeSpec.lastIndexOf('@'));
  return join(
    await fetchPackage(nodeSpec),
    name,
    process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
  );
}

const checksFile = z.array(
  z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
);

/** What a scenario said: each of its checks with its status, in order; "INFO" says nothing of right and wrong. */
export type Verdicts = ReadonlyMap<string, readonly string[]>;

/** Runs the suite's server scenarios against an address. `scenarios` null: all of them. */
export async function runSuite(
  suite: Extract<Suite, { ok: true }>,
  url: string,
  scenarios: readonly string[] | null,
): Promise<Verdicts> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwatch-conformance-'));
  try {
    const asked =
      scenarios === null ? [['--suite', 'all']] : scenarios.map((s) => ['--scenario', s]);
    for (const choice of asked) {
      const args = [suite.program, 'server', '--url', url, ...choice, '-o', folder];
      // It ends with 1 where a check fails: that is a verdict, too, and is read from its files.
      await run(suite.node, args, { cwd: folder, timeout: 240_000, maxBuffer: 64 << 20 }).catch(
        (error: { code?: unknown }) => {
          if (error.code !== 1) throw error;
        },
      );
    }
    return await verdictsIn(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function verdictsIn(folder: string): Promise<Verdicts> {
  const verdicts = new Map<string, readonly string[]>();
  for (const name of (await readdir(folder)).toSorted()) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1];
    if (scenario === undefined) continue;
    const checks = checksFile.parse(
      JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')),
    );
    verdicts.set(
      scenario,
      checks
        .filter(({ status }) => status !== 'INFO')
        .map(
          ({ id, status, errorMessage }) =>
            `${id} ${status}${errorMessage === undefined ? '' : `: ${errorMessage}`}`,
        ),
    );
  }
  return verdicts;
}
