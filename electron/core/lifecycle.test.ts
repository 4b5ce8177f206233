import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outcomeOf } from '../../shared/outcome.ts';
import { verifyChain } from '../audit/chain.ts';
import { readHighWater } from '../db/high-water.ts';
import { openReader } from '../db/open.ts';
import { readEndpointFile } from '../home/endpoint-file.ts';
import { readLosses } from '../home/losses-file.ts';
import { homePaths } from '../home/paths.ts';
import { cli, rowsOf, startServe } from '../testing/cli-process.ts';
import { call, type Era, initialize, modernCall, testCore } from '../testing/core.ts';
import { holdLedger } from '../testing/hold-ledger.ts';
import { runCli } from '../testing/run-cli.ts';
import { spawnServe } from '../testing/serve-process.ts';
import { canMount, smallDisk } from '../testing/small-disk.ts';
import { makeShop } from '../testing/sql-core.ts';
import { tempHome } from '../testing/temp-home.ts';
import { oddConfig } from '../testing/upstreams/odd-upstreams.ts';

/** A client of one session at a core that is another process. */
async function clientOf(home: string) {
  const endpoint = readEndpointFile(homePaths(home).endpoint);
  if (endpoint === null) throw new Error('nothing is served');
  return clientAt(endpoint);
}

async function clientAt(endpoint: { readonly url: string; readonly token: string }) {
  const headers = {
    authorization: `Bearer ${endpoint.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = (message: unknown, more: Readonly<Record<string, string>> = {}) =>
    fetch(endpoint.url, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(message),
    });
  const opened = await send(initialize({ name: 'client', version: '1' }));
  const session = {
    'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': '2025-11-25',
  };
  return {
    post: async (message: unknown) => (await send(message, session)).text(),
    /** A call in this era; 2026-07-28 stands alone. */
    callIn: async (era: Era, id: number, name: string, args: unknown): Promise<string> => {
      const lone = modernCall(id, name, args, { name: 'client', version: '1' });
      const { message, headers: more } =
        era === '2026' ? lone : { message: call(id, name, args), headers: session };
      return (await send(message, more)).text();
    },
    /** As it is advertised, once it is. */
    toolNamed: async (part: string): Promise<string> => {
      const deadline = Date.now() + 15_000;
      for (let id = 1000; ; id += 1) {
        const listed = await send({ jsonrpc: '2.0', id, method: 'tools/list' }, session);
        const name = new RegExp(`"name":"([^"]*${part}[^"]*)"`).exec(await listed.text())?.[1];
        if (name !== undefined) return name;
        if (Date.now() > deadline) throw new Error(`no tool of ${part} is listed`);
      }
    },
    /** Leaves a stream open; what it reads until the core cuts it. */
    stream: async () => {
      const stream = await fetch(endpoint.url, { headers: { ...headers, ...session } });
      return stream.text().catch(() => 'cut');
    },
  };
}

const store = (id: number) => call(id, 'memory_store', { title: `t${id}`, content: 'c' });
const endless =
  'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) INSERT INTO orders (what, n) SELECT x, count(*) FROM n';

/** A home with the database `shop`. */
async function shopHome(): Promise<string> {
  const home = tempHome();
  const shop = join(tempHome(), 'shop.db');
  makeShop(shop);
  const added = await runCli(['--home', home, 'db', 'add', 'shop', shop]);
  expect(added).toMatchObject({ code: 0 });
  return home;
}

/** A home with a server behind the gateway that takes calls and answers none. */
async function homeWithSilentServer(): Promise<string> {
  const { core } = await testCore();
  const config = oddConfig('silent', { silent: ['tools/call'] });
  await core.requests['servers:add']?.({ config, options: {} });
  await core.close();
  return core.home;
}

function whole(home: string): void {
  const { database, highWater } = homePaths(home);
  const reader = openReader(database);
  onTestFinished(() => reader.close());
  expect(verifyChain(reader, readHighWater(highWater))).toMatchObject({ kind: 'whole' });
}

describe('the end of a core', () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'g06: %s with a call at a server that never answers and a stream open: gone within 5 s, the row is unknown',
    async (signal) => {
      const home = await homeWithSilentServer();
      const serve = await startServe(home);
      const client = await clientOf(home);
      expect(await client.post(store(1))).toContain('document_id');
      const stream = client.stream();
      const name = await client.toolNamed('silent');
      const cut = client.post(call(2, name, {}));
      await expect.poll(() => rowsOf(home).length).toBe(2);

      const from = performance.now();
      const gone = serve.end(signal);
      // npm and the terminal both send one.
      setTimeout(() => process.kill(serve.pid, signal), 300);
      expect(await cut).toContain('nobody knows whether it was done');
      await gone;
      expect(performance.now() - from).toBeLessThan(5000);
      await stream;
      const { endpoint, database } = homePaths(home);
      expect([existsSync(endpoint), existsSync(`${database}-wal`)]).toEqual([false, false]);
      expect(rowsOf(home).map(outcomeOf)).toEqual(['succeeded', 'unknown']);
      whole(home);
      const again = await startServe(home);
      expect(await (await clientOf(home)).post(store(3))).toContain('document_id');
      await again.end('SIGTERM');
    },
  );

  it.each<Era>(['2025', '2026'])(
    'SIGTERM with a statement under way, in era %s: it is undone, which its row and its answer say, since that is known',
    async (era) => {
      const home = await shopHome();
      const serve = await startServe(home);
      const client = await clientOf(home);
      const statement = client.callIn(era, 1, 'sql_execute', { db: 'shop', sql: endless });
      const reads = { db: 'shop', sql: endless.replace(/INSERT .* SELECT/, 'SELECT') };
      const query = client.callIn(era, 2, 'sql_query', reads);
      await expect.poll(() => rowsOf(home).length).toBe(1);
      await serve.end('SIGTERM');
      expect(await statement).toContain('nothing was changed');
      expect(await query).toContain('Inkwatch quits');
      expect(rowsOf(home)).toMatchObject([
        { success: 0, error_message: 'stopped, since Inkwatch quits: nothing was changed' },
      ]);
      whole(home);
    },
  );

  it('killed with a statement under way: the next start takes the home, and the row stays unknown', async () => {
    const home = await shopHome();
    const serve = await startServe(home);
    const client = await clientOf(home);
    const statement = client.post(call(1, 'sql_execute', { db: 'shop', sql: endless }));
    statement.catch(() => undefined);
    await expect.poll(() => rowsOf(home).length).toBe(1);
    await serve.end('SIGKILL');
    await startServe(home);
    expect(await (await clientOf(home)).post(store(2))).toContain('document_id');
    expect(rowsOf(home).map(outcomeOf)).toEqual(['unknown', 'succeeded']);
    whole(home);
  });

  it('while another program holds the ledger: what waits is answered, and the next start says what was lost', async () => {
    const home = tempHome();
    const serve = await startServe(home);
    const client = await clientOf(home);
    const held = await holdLedger(homePaths(home).database, 'writing');
    const waiting = [1, 2, 3].map((id) => client.post(store(id)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const from = performance.now();
    await serve.end('SIGTERM');
    expect(performance.now() - from).toBeLessThan(5000);
    for (const answer of await Promise.all(waiting))
      expect(answer).toContain('Nothing was written');
    expect(readLosses(homePaths(home).losses)).toMatchObject({ calls: 3, at_least: false });
    await held.release();
    await startServe(home);
    await expect
      .poll(() => rowsOf(home).map(({ error_message }) => error_message))
      .toEqual([expect.stringMatching(/^3 calls between .* left no row/)]);
  });
});

describe('two processes on one home', () => {
  it('started in the same moment: one serves, the others say who does and leave with 1', async () => {
    const home = tempHome();
    const all = Array.from({ length: 3 }, () => spawnServe(cli, home));
    onTestFinished(async () => {
      await Promise.all(all.map(({ end }) => end('SIGKILL')));
    });
    const results = await Promise.allSettled(all.map(({ ready }) => ready));
    const refused = results.flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason)] : [],
    );
    expect(refused).toHaveLength(2);
    for (const words of refused) expect(words).toContain('already using');
    expect(await (await clientOf(home)).post(store(1))).toContain('document_id');
    expect(rowsOf(home)).toHaveLength(1);
  });
});

describe.skipIf(!canMount)('a crash during an outage (needs a Linux where tests may mount)', () => {
  it('the next start tells at least what was noted, in one row', async () => {
    const disk = smallDisk(4);
    const home = join(disk.folder, 'home');
    const serve = await startServe(home);
    const client = await clientOf(home);
    expect(await client.post(store(1))).toContain('document_id');
    disk.fill();
    for (let id = 2; id <= 6; id += 1) {
      const heavy = call(id, 'memory_store', { title: `t${id}`, content: 'x'.repeat(100_000) });
      expect(await client.post(heavy)).toContain('Nothing was written');
    }
    await expect.poll(() => readLosses(homePaths(home).losses)?.calls).toBe(5);
    await serve.end('SIGKILL');
    disk.free();
    await startServe(home);
    await expect
      .poll(() => rowsOf(home).map(({ error_message }) => error_message))
      .toEqual([null, expect.stringMatching(/^At least 5 calls between .*: the disk is full/)]);
    whole(home);
  });
});

const nobody = 65534;
/** A clone in a folder that is root's alone (`/root`, `mktemp -d`) cannot be started by anybody else. */
const nobodyCanStart =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [cli, '--version'], { uid: nobody, gid: nobody }).status === 0;

describe.skipIf(!nobodyCanStart)(
  'a home of another user (needs root, and a clone open to all)',
  () => {
    it('case c06: it serves, says why nothing is recorded, and records by itself once it may', async () => {
      const home = tempHome();
      const first = await startServe(home);
      await (await clientOf(home)).post(store(1));
      await first.end('SIGTERM');
      chmodSync(home, 0o755);
      // Readable, and another's: what a service account finds in a person's folder.
      for (const name of readdirSync(home)) chmodSync(join(home, name), 0o644);
      const args = [cli, '--home', home, 'serve', '--port', '0'];
      const child = spawn(process.execPath, args, {
        stdio: ['ignore', 'pipe', 'ignore'],
        uid: nobody,
        gid: nobody,
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      const { url } = JSON.parse(String(line)) as { url: string };
      const token = readFileSync(homePaths(home).token, 'utf8').trim();
      const client = await clientAt({ url, token });
      expect(await client.post(store(2))).toContain('the data folder may not be written to');

      chownSync(home, nobody, nobody);
      for (const name of readdirSync(home)) chownSync(join(home, name), nobody, nobody);
      await expect.poll(() => client.post(store(3)), { interval: 300 }).toContain('document_id');
      const titles = rowsOf(home).map(({ tool_name }) => tool_name);
      expect(titles).toEqual(['memory.store', 'ledger.gap', 'memory.store']);
      // Nobody told it: it found the folder to be its own, and says where it serves.
      await expect.poll(() => readEndpointFile(homePaths(home).endpoint)?.url).toBe(url);
    });
  },
);
