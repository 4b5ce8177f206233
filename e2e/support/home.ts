import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { at } from '../../scripts/lib/project.mjs';
import type { LedgerRow } from '../../shared/ledger.ts';
import { until } from './poll.ts';

const run = promisify(execFile);

const endpointFile = z.looseObject({ url: z.string(), token: z.string(), pid: z.number() });
export type Endpoint = Readonly<z.infer<typeof endpointFile>>;

/**
 * A data folder with the given settings; the port is a free one, since tests run beside a person's own
 * app, and writes are not limited per hour, since tests write as much in a second.
 */
export const makeHome = async (
  folder: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const usual = { port: 0, policy: { writesPerHour: null } };
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ ...usual, ...settings }));
  return folder;
};

/** Waits for `endpoint.json` of a process that is serving `home` now. */
export const endpointOf = (home: string): Promise<Endpoint> =>
  until(`${home} to be served`, async () => {
    const text = await readFile(join(home, 'endpoint.json'), 'utf8').catch(() => '');
    try {
      return endpointFile.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  });

/** Runs the command line on `home` and gives its standard output. */
export const inkwatch = async (home: string, ...args: readonly string[]): Promise<string> => {
  const cli = at('dist/electron/cli.js');
  const options = { maxBuffer: 256 * 1024 * 1024, timeout: 60_000 };
  const { stdout } = await run(process.execPath, [cli, ...args, '--home', home], options);
  return stdout;
};

/** Rows of the ledger, newest first, as `inkwatch list --json` tells them. */
export const readLedger = async (
  home: string,
  ...args: readonly string[]
): Promise<readonly LedgerRow[]> =>
  (await inkwatch(home, 'list', '--json', '--limit', '500', ...args))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LedgerRow);
