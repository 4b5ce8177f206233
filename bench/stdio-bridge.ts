import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fetchPackage } from '../e2e/support/fetch-package.ts';
import { median, printFigure } from './measure.ts';
import { startInkwatch, storeArguments } from './servers.ts';

/** A program that carries stdio to the endpoint, and how it is started. */
interface Bridge {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Cost {
  /** Milliseconds from its start to its first answer. */
  readonly firstAnswer: number;
  /** Megabytes, after a hundred writes. */
  readonly memory: number;
}

const limits = { firstAnswerMs: 300, memoryMb: 60 } as const;

const message = (value: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...value })}\n`;

const initialize = message({
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench-stdio', version: '1.0.0' },
  },
});

const residentMb = (pid: number | undefined): number => {
  // A small Linux has no `ps`.
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) / 1024;
};

/** Starts it as a client does, asks, writes `calls` times one after another, and ends it. */
const measure = async (bridge: Bridge, calls: number): Promise<Cost> => {
  const started = performance.now();
  const child = spawn(process.execPath, bridge.args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...bridge.env },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (id: number): Promise<void> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${bridge.name} ended without an answer`);
      const said = JSON.parse(value) as { id?: unknown; error?: unknown };
      if (said.id !== id) continue;
      if (said.error !== undefined) throw new Error(`${bridge.name} failed: ${value}`);
      return;
    }
  };
  try {
    child.stdin.write(initialize);
    await answer(0);
    const firstAnswer = performance.now() - started;
    child.stdin.write(message({ method: 'notifications/initialized' }));
    for (let id = 1; id <= calls; id++) {
      const params = { name: 'memory_store', arguments: storeArguments() };
      child.stdin.write(message({ id, method: 'tools/call', params }));
      await answer(id);
    }
    return { firstAnswer, memory: residentMb(child.pid) };
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
};

const peers = (
  url: string,
  token: string,
  folder: string,
): readonly { readonly spec: string; readonly bridge: (modules: string) => Bridge }[] => [
  {
    spec: 'mcp-remote@0.15.1',
    bridge: (modules) => ({
      name: 'mcp-remote',
      // `${…}` is its own way to keep a space out of the argument.
      args: [
        join(modules, 'mcp-remote/dist/proxy.js'),
        url,
        '--transport',
        'http-only',
        '--header',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: read by the peer
        'Authorization:${BENCH_AUTHORIZATION}',
      ],
      env: { BENCH_AUTHORIZATION: `Bearer ${token}`, MCP_REMOTE_CONFIG_DIR: folder },
    }),
  },
  {
    spec: 'supergateway@4.0.0',
    bridge: (modules) => ({
      name: 'supergateway',
      args: [
        join(modules, 'supergateway/dist/index.js'),
        '--streamableHttp',
        url,
        '--oauth2Bearer',
        token,
        '--logLevel',
        'none',
      ],
      env: {},
    }),
  },
];

/** What `inkwatch stdio` costs each client, beside the bridges that people use for the same. */
export const runStdioBench = async (smoke: boolean): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'inkwatch-bench-'));
  const home = join(folder, 'home');
  const core = await startInkwatch(home);
  const ours: Bridge = {
    name: 'inkwatch stdio',
    args: ['dist/electron/cli.js', 'stdio', '--home', home, '--no-start'],
    env: {},
  };
  const calls = smoke ? 3 : 100;
  try {
    for (const { spec, bridge } of peers(core.url, core.token ?? '', folder)) {
      const modules = await fetchPackage(spec).catch((error: unknown) => {
        process.stdout.write(`stdio: the peer ${spec} could not be installed\n`);
        process.stderr.write(`${String(error)}\n`);
        return undefined;
      });
      if (modules === undefined) continue;
      const theirs = bridge(modules);
      const pairs: { readonly mine: Cost; readonly other: Cost }[] = [];
      for (let round = 0; round < (smoke ? 1 : 7); round++) {
        pairs.push({ mine: await measure(ours, calls), other: await measure(theirs, calls) });
      }
      const figure = (cost: keyof Cost, name: string, unit: string, limit: number): void => {
        const mine = median(pairs.map((pair) => pair.mine[cost]));
        const other = median(pairs.map((pair) => pair.other[cost]));
        printFigure({
          name: `stdio ${name} (at most ${limit} ${unit})`,
          ours: `${mine.toFixed(0)} ${unit}`,
          theirs: `${theirs.name} ${other.toFixed(0)} ${unit}`,
          ratio: mine / other,
          target: '≤ 1',
          reached: mine <= limit && mine <= other,
        });
      };
      figure('firstAnswer', 'time to the first answer', 'ms', limits.firstAnswerMs);
      figure('memory', `memory after ${calls} writes`, 'MB', limits.memoryMb);
    }
  } finally {
    await core.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
