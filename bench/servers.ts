import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { unlimitedWrites } from '../electron/testing/unlimited-writes.ts';

/** A server in a process of its own. */
export interface RunningServer {
  readonly url: string;
  readonly token: string | null;
  readonly stop: () => Promise<void>;
}

const readyLine = z.looseObject({ url: z.string() });
const endpointFile = z.looseObject({ token: z.string() });

const firstLine = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('the server has no standard output');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`the server ended with ${code}`)),
    ),
  ]);
  return line;
};

const startServer = async (
  args: readonly string[],
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { url } = readyLine.parse(JSON.parse(await firstLine(child)));
  child.stdout?.resume();
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Inkwatch as `serve` runs it, on a home of its own; the built program must be there. */
export const startInkwatch = async (
  home: string,
  nodeFlags: readonly string[] = [],
): Promise<RunningServer> => {
  const cli = 'dist/electron/cli.js';
  unlimitedWrites(home);
  const server = await startServer([...nodeFlags, cli, 'serve', '--home', home, '--port', '0']);
  const text = await readFile(join(home, 'endpoint.json'), 'utf8');
  return { ...server, token: endpointFile.parse(JSON.parse(text)).token };
};

/** The SDK's server with a tool that does nothing. */
export const startDoNothing = async (): Promise<RunningServer> => ({
  ...(await startServer(['.cache/bench/do-nothing-server.js'])),
  token: null,
});

export type Era = '2025' | '2026';

/** The official client, connected over HTTP as a client of that protocol era. */
export const connect = async (server: RunningServer, name: string, era: Era): Promise<Client> => {
  const client = new Client(
    { name, version: '1.0.0' },
    era === '2026' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  const headers: Record<string, string> =
    server.token === null ? {} : { Authorization: `Bearer ${server.token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }),
  );
  return client;
};

let stored = 0;

/** What a usual memory says, some 400 characters; the same for us and for the peers. */
export const noteText = (index: number): string =>
  `The launch moved to the ${1 + (index % 28)}th of next month, since the translation of the manual is late. ` +
  `Owner is team ${index % 17}; the risk is rated ${index % 7} of 7 and is looked at again each Thursday. ` +
  `Budget and scope stay as agreed in the call, the press text is with legal, and the invoice parser keeps ` +
  `its old format until the accounting side has seen note ${index} and answered. Ask before changing dates.`;

/** Arguments of a usual write; each has a title and words of its own. */
export const storeArguments = (): Record<string, unknown> => {
  stored += 1;
  return {
    title: `Bench note ${process.pid} ${stored}`,
    content: noteText(stored),
    namespace: 'bench',
    tags: ['bench', `team-${stored % 17}`],
    reason: 'the user asked to keep this',
  };
};

/** One `memory_store` that must succeed: a refused call would be a fast one. */
export const storeOnce = async (client: Client): Promise<void> => {
  const result = await client.callTool({ name: 'memory_store', arguments: storeArguments() });
  if (result.isError === true) throw new Error(`a write failed: ${JSON.stringify(result.content)}`);
};
