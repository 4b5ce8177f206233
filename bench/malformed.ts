import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { malformedMessages } from '../electron/testing/malformed.ts';
import { connect, startInkwatch, storeOnce } from './servers.ts';

/** R2: malformed messages and bodies against a server in a process of its own; the next good call must work. */
export const runMalformedBench = async (count: number, seed: number): Promise<void> => {
  const home = await mkdtemp(join(tmpdir(), 'inkwatch-malformed-'));
  const server = await startInkwatch(home);
  const send = async (body: string, headers: Readonly<Record<string, string>>) => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const statuses = new Map<number, number>();
  let bad = 0;
  try {
    const opened = await send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'bench', version: '1' },
        },
      }),
      {},
    );
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    for (const [body, headers, inSession] of malformedMessages(count, seed)) {
      const { status, text } = await send(body, { ...(inSession ? session : {}), ...headers });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // A stack, a page, or an answer that is not JSON-RPC is as bad as none.
      if (status >= 500 || /\bat .+:\d+:\d+|<html/.test(text)) bad += 1;
    }
    const client = await connect(server, 'bench', '2025');
    await storeOnce(client);
    await client.close();
    const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
    process.stdout.write(
      `R2 malformed: ${count} messages (seed ${seed}), ${bad} bad answers, the next good call worked (${seen.join(', ')})\n`,
    );
    if (bad > 0) process.exitCode = 1;
  } finally {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
};
