import { spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listAll } from '../../electron/gateway/upstreams/list-all.ts';
import { tempHome } from '../../electron/testing/temp-home.ts';
import {
  hello,
  isAlive,
  testUpstreams,
  until,
} from '../../electron/testing/upstreams/odd-upstreams.ts';
import { upstreamConfigSchema } from '../../shared/upstream.ts';
import { type InstalledServer, installServer, type RealServer } from './install.ts';

const names = ['filesystem', 'memory', 'everything', 'sequential-thinking'] as const;
const installed = new Map<RealServer, InstalledServer>();

beforeAll(async () => {
  for (const name of names) installed.set(name, await installServer(name));
}, 600_000);

/** The script of a server; skips the test, and says why, where it cannot be had. */
function scriptOf(name: RealServer, skip: (note: string) => never): string {
  const server = installed.get(name);
  if (server?.ok === true) return server.script;
  const reason = server?.reason ?? 'not installed';
  process.stderr.write(`skipped: ${reason}\n`);
  return skip(reason);
}

const command = (name: string, script: string, args: readonly string[], env = {}) =>
  upstreamConfigSchema.parse({
    name,
    kind: 'stdio',
    command: process.execPath,
    args: [script, ...args],
    env,
  });

function open(config: ReturnType<typeof command>) {
  const upstreams = testUpstreams([config]);
  return { upstreams, session: upstreams.open(config.name, hello(), () => {}) };
}

describe('the reference server', () => {
  it('filesystem lists its tools as it does to the official client, and writes a file', async ({
    skip,
  }) => {
    const script = scriptOf('filesystem', skip);
    const folder = realpathSync(tempHome());
    const { upstreams, session } = open(command('files', script, [folder]));
    const listed = await listAll(session, 'tools/list');
    const client = new Client({ name: 'test', version: '1.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [script, folder],
        stderr: 'ignore',
      }),
    );
    onTestFinished(() => client.close());
    expect(listed.missing).toBeNull();
    expect(listed.items.map(({ value }) => value)).toEqual((await client.listTools()).tools);

    const file = join(folder, 'größe.txt');
    const params = JSON.stringify({
      name: 'write_file',
      arguments: { path: file, content: 'ä€😀' },
    });
    const written = await session.request('tools/call', params);
    expect(written).toMatchObject({ kind: 'result' });
    expect(readFileSync(file, 'utf8')).toBe('ä€😀');
    const outside = { name: 'write_file', arguments: { path: '/etc/no', content: 'x' } };
    const refused = await session.request('tools/call', JSON.stringify(outside));
    expect(refused).toMatchObject({ kind: 'result', value: { isError: true } });
    expect(upstreams.state('files')).toMatchObject({ state: 'ready' });

    const pids = upstreams.state('files')?.pids ?? [];
    await upstreams.close();
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('memory keeps what was written over a crash', async ({ skip }) => {
    const script = scriptOf('memory', skip);
    const file = join(tempHome(), 'memory.json');
    const { upstreams, session } = open(command('memory', script, [], { MEMORY_FILE_PATH: file }));
    const entity = { name: 'Ada', entityType: 'person', observations: ['writes notes'] };
    const create = JSON.stringify({ name: 'create_entities', arguments: { entities: [entity] } });
    expect(await session.request('tools/call', create)).toMatchObject({ kind: 'result' });
    const [pid] = upstreams.state('memory')?.pids ?? [];
    if (pid === undefined) throw new Error('no process');
    process.kill(pid, 'SIGKILL');
    await until(
      () => upstreams.state('memory')?.state,
      (state) => state === 'down',
    );
    const read = await session.request('tools/call', '{"name":"read_graph","arguments":{}}');
    expect(read).toMatchObject({
      kind: 'result',
      value: { structuredContent: { entities: [entity] } },
    });
    expect(upstreams.state('memory')).toMatchObject({ state: 'ready', restarts: 1 });
  });

  it('sequential-thinking takes a thought', async ({ skip }) => {
    const { session } = open(command('think', scriptOf('sequential-thinking', skip), []));
    const thought = { thought: 'a', thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false };
    const params = JSON.stringify({ name: 'sequentialthinking', arguments: thought });
    expect(await session.request('tools/call', params)).toMatchObject({
      kind: 'result',
      value: { structuredContent: { thoughtNumber: 1 } },
    });
  });

  it('everything tells progress, asks its client, and has prompts, resources and templates', async ({
    skip,
  }) => {
    const config = command('all', scriptOf('everything', skip), ['stdio']);
    const upstreams = testUpstreams([config]);
    await everything(upstreams);
  });

  it.for(['streamableHttp', 'sse'])('everything does so over %s', async (transport, { skip }) => {
    const script = scriptOf('everything', skip);
    const port = await freePort();
    const child = spawn(process.execPath, [script, transport], {
      env: { ...process.env, PORT: String(port) },
      stdio: 'ignore',
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const url = `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
    await until(
      () =>
        fetch(url, { method: 'OPTIONS' }).then(
          () => true,
          () => false,
        ),
      Boolean,
      15_000,
    );
    const upstreams = testUpstreams([
      // `http` for both: the older one is found out.
      upstreamConfigSchema.parse({ name: 'all', kind: 'http', url }),
    ]);
    await everything(upstreams);
  });
});

async function everything(upstreams: ReturnType<typeof testUpstreams>) {
  const asked: string[] = [];
  const capabilities = '{"sampling":{},"elicitation":{},"roots":{"listChanged":true}}';
  const session = upstreams.open('all', hello('legacy', { capabilities }), (message) => {
    if (message.kind === 'notification') return;
    asked.push(message.method);
    if (message.method === 'roots/list') message.respond('result', '{"roots":[]}');
    else
      message.respond(
        'result',
        '{"role":"assistant","model":"m","content":{"type":"text","text":"sampled: 1.0"}}',
      );
  });
  await session.open();
  session.notify('notifications/initialized', null);
  for (const method of ['prompts/list', 'resources/list', 'resources/templates/list'] as const) {
    const listed = await listAll(session, method);
    expect({ method, missing: listed.missing }).toEqual({ method, missing: null });
    expect(listed.items.length).toBeGreaterThan(0);
  }
  // What it offers depends on what its client can do, so the tools come last.
  const tools = (await listAll(session, 'tools/list')).items.map(
    ({ value }) => (value as { name: string }).name,
  );
  const named = (part: RegExp): string => tools.find((name) => part.test(name)) ?? 'missing';
  const use = (name: string, args: object, meta = {}) =>
    JSON.stringify({ name, arguments: args, _meta: meta });

  const echoed = await session.request('tools/call', use('echo', { message: 'hi' }));
  expect(echoed).toMatchObject({ kind: 'result', value: { content: [{ text: 'Echo: hi' }] } });

  const progress: string[] = [];
  const long = use(named(/long-?running/i), { duration: 1, steps: 4 }, { progressToken: 'p' });
  const done = await session.request('tools/call', long, {
    onMessage: ({ method, params }) => {
      if (method === 'notifications/progress') progress.push(params ?? '');
    },
  });
  expect(done).toMatchObject({ kind: 'result' });
  expect(progress.length).toBeGreaterThanOrEqual(3);
  expect(JSON.parse(progress[0] ?? '{}')).toMatchObject({ progressToken: 'p' });

  const sample = use(named(/sampl/i), { prompt: 'x', maxTokens: 10 });
  const sampled = await session.request('tools/call', sample);
  expect(JSON.stringify(sampled)).toContain('sampled: 1.0');
  expect(asked).toContain('sampling/createMessage');
  await session.close();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
