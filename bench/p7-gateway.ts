import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect as connectTcp, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { fetchPackage } from '../e2e/support/fetch-package.ts';
import { median, percentile, printFigure, type Round, round } from './measure.ts';
import {
  connect,
  type Era,
  type RunningServer,
  startDoNothing,
  startInkwatch,
  storeOnce,
} from './servers.ts';

const peerSpec = 'mcp-proxy@6.7.19';
const target = 1.5;
const run = promisify(execFile);

/** P7: a call through the gateway against the same call directly, over the same transport to the same server. */
export const runGatewayBench = async (smoke: boolean): Promise<void> => {
  const home = await mkdtemp(join(tmpdir(), 'inkwatch-bench-'));
  const direct = await startDoNothing();
  const inkwatch = await startInkwatch(home);
  const cli = ['dist/electron/cli.js', '--home', home];
  const server = (...args: readonly string[]) => run(process.execPath, [...cli, 'server', ...args]);
  await server('add', 'peer', '--url', direct.url);
  await server('add', 'reads', '--url', direct.url);
  await server('tool', 'reads', 'memory_store', '--mark', 'read');
  const pipesProgram = join(process.cwd(), '.cache/bench/do-nothing-stdio.js');
  await server('add', 'pipes', '--', process.execPath, pipesProgram);
  const behind = (name: string): RunningServer => ({ ...inkwatch, url: `${inkwatch.url}/${name}` });
  const [through, reads, pipes] = [behind('peer'), behind('reads'), behind('pipes')];
  const peer = await startMcpProxy().catch((error: unknown) => {
    process.stdout.write(`P7 skipped beside ${peerSpec}: ${String(error).slice(0, 200)}\n`);
    return null;
  });
  const calls = smoke ? 10 : 300;
  const rounds = smoke ? 1 : 7;
  try {
    for (const era of ['2025', '2026'] as const satisfies readonly Era[]) {
      const proxied = peer !== null && era === '2025' ? { peer } : {};
      const sides = { direct, through, reads, pipes, ...proxied };
      const clients = new Map<string, Client>();
      const samples = new Map<string, Round[]>();
      for (const name of Object.keys(sides)) samples.set(name, []);
      for (let index = 0; index <= rounds; index += 1) {
        for (const [name, server] of Object.entries(sides)) {
          const client = await connect(server, 'bench', era);
          clients.set(name, client);
          const result = await round([() => storeOnce(client)], calls);
          await client.close();
          // The first round is for the compiler.
          if (index > 0 || smoke) samples.get(name)?.push(result);
        }
      }
      const p50 = (name: string) =>
        median((samples.get(name) ?? []).map(({ latencies }) => percentile(latencies, 0.5)));
      const p99 = (name: string) =>
        percentile(
          (samples.get(name) ?? []).flatMap(({ latencies }) => latencies),
          0.99,
        );
      const words = (name: string) => `${p50(name).toFixed(2)} ms (p99 ${p99(name).toFixed(1)} ms)`;
      printFigure({
        name: `P7 recorded call through the gateway, ${era} era, p50`,
        ours: words('through'),
        theirs: `direct ${words('direct')}`,
        ratio: p50('through') / p50('direct'),
        target: `≤ ${target}`,
        reached: p50('through') / p50('direct') <= target,
      });
      printFigure({
        name: `P7 read that leaves no row, ${era} era, p50`,
        ours: words('reads'),
        theirs: `direct ${words('direct')}`,
        ratio: p50('reads') / p50('direct'),
        target: `≤ ${target}`,
        reached: p50('reads') / p50('direct') <= target,
      });
      if (samples.has('peer')) {
        // It carries HTTP to a command, and so does this side.
        printFigure({
          name: `P7 recorded call of a command through the gateway beside ${peerSpec}, p50`,
          ours: words('pipes'),
          theirs: `${peerSpec} (records nothing) ${words('peer')}`,
          ratio: p50('pipes') / p50('peer'),
          target: '≤ 1',
          reached: p50('pipes') <= p50('peer'),
        });
      }
    }
  } finally {
    await inkwatch.stop();
    await direct.stop();
    await peer?.stop();
    await rm(home, { recursive: true, force: true });
  }
};

/** The peer, before the same do-nothing tool: it carries HTTP to a command, since it carries to nothing else. */
const startMcpProxy = async (): Promise<RunningServer> => {
  const modules = await fetchPackage(peerSpec);
  const folder = join(modules, 'mcp-proxy');
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  const script = join(folder, Object.values(manifest.bin)[0] ?? '');
  if (!existsSync(script)) throw new Error('it has no program');
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      script,
      '--port',
      String(port),
      '--server',
      'stream',
      '--',
      process.execPath,
      '.cache/bench/do-nothing-stdio.js',
    ],
    { stdio: 'ignore' },
  );
  const until = Date.now() + 10_000;
  while (!(await answers(port))) {
    if (Date.now() > until || child.exitCode !== null) throw new Error('it does not answer');
    await sleep(50);
  }
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    token: null,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
