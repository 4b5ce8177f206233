import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import type { LedgerRow } from '../../shared/ledger.ts';
import { openReader } from '../db/open.ts';
import { homePaths } from '../home/paths.ts';
import type { Era } from './core.ts';
import { spawnServe } from './serve-process.ts';

/** The built command line; `npm test` builds before it tests. */
export const cli = fileURLToPath(new URL('../../dist/electron/cli.js', import.meta.url));
if (!existsSync(cli)) throw new Error('these tests run the built program: npm run build');

export interface ServeProcess {
  readonly pid: number;
  readonly url: string;
  /** Ends it with this signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** `inkwatch serve` as a process of its own, for one test. */
export async function startServe(home: string, ...more: string[]): Promise<ServeProcess> {
  const { ready, end } = spawnServe(cli, home, ...more);
  onTestFinished(() => end('SIGKILL'));
  return { ...(await ready), end };
}

export interface StdioClient {
  readonly client: Client;
  readonly pid: number;
  close(): Promise<void>;
}

/** The official client over `inkwatch stdio`, in that era. */
export async function stdioClient(
  home: string,
  era: Era,
  { name = 'stdio-client', version = '1.2', args = [] as string[] } = {},
): Promise<StdioClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'stdio', '--home', home, ...args],
    stderr: 'ignore',
  });
  const client = new Client(
    { name, version },
    era === '2026' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, pid: transport.pid ?? 0, close: () => client.close() };
}

export function spawnStdio(home: string, ...more: string[]): ChildProcess {
  const child = spawn(process.execPath, [cli, 'stdio', '--home', home, ...more], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** All rows, oldest first. */
export function rowsOf(home: string): readonly LedgerRow[] {
  const reader = openReader(homePaths(home).database);
  try {
    return reader.all<LedgerRow>('SELECT * FROM mcp_writes ORDER BY id');
  } finally {
    reader.close();
  }
}

export async function store(client: Client, title: string) {
  return client.callTool({ name: 'memory_store', arguments: { title, content: `about ${title}` } });
}
