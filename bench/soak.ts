import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { openReader } from '../electron/db/open.ts';
import { readEndpointFile } from '../electron/home/endpoint-file.ts';
import { homePaths } from '../electron/home/paths.ts';
import type { LedgerRow } from '../shared/ledger.ts';
import { outcomeOf } from '../shared/outcome.ts';
import { connect, type RunningServer, startInkwatch } from './servers.ts';

const run = promisify(execFile);
const cli = 'dist/electron/cli.js';
const odd = 'electron/testing/upstreams/odd-server.mjs';
const servers = 5;
const crashEvery = 100;
const callsPerClient = 500;

/** What a soak came to. */
export interface Soak {
  readonly calls: number;
  readonly rows: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Calls that a client got no answer for. */
  readonly unanswered: number;
  /** Resident memory of the core in MB, a tenth of the way in and at the end. */
  readonly early: number;
  readonly late: number;
  /** Processes of servers that outlived the core, zombies among them. */
  readonly left: number;
}

const residentMb = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
};

const rowsIn = (home: string): readonly LedgerRow[] => {
  const reader = openReader(homePaths(home).database);
  try {
    return reader.all<LedgerRow>('SELECT * FROM mcp_writes');
  } finally {
    reader.close();
  }
};

/** Processes whose command line names this home's marker. */
const processesWith = async (marker: string): Promise<number> => {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(marker)).length;
};

/** Calls over five servers behind one address, of which one ends every 100 calls. */
export const soak = async (calls: number): Promise<Soak> => {
  const home = await mkdtemp(join(tmpdir(), 'inkwatch-soak-'));
  const log = join(home, 'soak.log');
  let inkwatch: RunningServer | null = null;
  try {
    inkwatch = await startInkwatch(home);
    const pid = readEndpointFile(homePaths(home).endpoint)?.pid ?? 0;
    for (let at = 0; at < servers; at += 1) {
      const faults = JSON.stringify({ log, ...(at === 0 ? { crashAt: crashEvery } : {}) });
      const command = [process.execPath, join(process.cwd(), odd), faults];
      await run(process.execPath, [
        cli,
        '--home',
        home,
        'server',
        'add',
        `s${at}`,
        '--',
        ...command,
      ]);
    }
    const core = inkwatch;
    let unanswered = 0;
    let early = 0;
    const lane = async (at: number): Promise<void> => {
      let client: Client | null = null;
      for (let call = 0; call < calls / servers; call += 1) {
        // The SDK's client keeps a listener of each call and warns of 1,500 of them.
        if (client === null || call % callsPerClient === 0) {
          await client?.close();
          client = await connect(core, 'soak', '2025');
          await client.listTools();
        }
        const name = `s${at}__tool-0`;
        await client.callTool({ name, arguments: { path: `${call}` } }).catch(() => {
          unanswered += 1;
        });
        if (at === 1 && call === Math.floor(calls / servers / 10)) early = await residentMb(pid);
      }
      await client?.close();
    };
    await Promise.all(Array.from({ length: servers }, (_, at) => lane(at)));
    const late = await residentMb(pid);
    await inkwatch.stop();
    inkwatch = null;
    const rows = rowsIn(home);
    const outcomes: Record<string, number> = {};
    for (const row of rows) outcomes[outcomeOf(row)] = (outcomes[outcomeOf(row)] ?? 0) + 1;
    return {
      calls,
      rows: rows.length,
      outcomes,
      unanswered,
      early,
      late,
      left: await processesWith(log),
    };
  } finally {
    await inkwatch?.stop();
    await rm(home, { recursive: true, force: true });
  }
};

/** The whole of it: 20,000 calls; the suite has a smaller one of its own (`soak.test.ts`). */
export const runSoakBench = async (smoke: boolean): Promise<void> => {
  if (smoke) return;
  const found = await soak(20_000);
  const { succeeded = 0, unknown = 0, failed = 0 } = found.outcomes;
  const exact = found.rows === found.calls && failed === 0 && found.unanswered === 0;
  process.stdout.write(
    `Soak: ${found.calls} calls over ${servers} servers, one ending every ${crashEvery}: ${found.rows} rows (${exact ? 'exact' : 'NOT exact'}), ` +
      `${succeeded} succeeded, ${unknown} unknown, ${failed} failed, ${found.unanswered} unanswered; ` +
      `core ${found.early.toFixed(0)} MB after a tenth, ${found.late.toFixed(0)} MB at the end; ${found.left} processes left\n`,
  );
};
