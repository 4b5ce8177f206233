import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { type Era, type TestCore, testCore } from '../../electron/testing/core.ts';
import { tempHome } from '../../electron/testing/temp-home.ts';
import { outcomeOf } from '../../shared/outcome.ts';
import { upstreamConfigSchema } from '../../shared/upstream.ts';
import { installServer, type RealServer } from './install.ts';

const scripts = new Map<RealServer, string>();
for (const name of ['filesystem', 'memory', 'everything'] as const) {
  const server = await installServer(name);
  if (server.ok) scripts.set(name, server.script);
  else process.stdout.write(`skipped: the gateway before server-${name}: ${server.reason}\n`);
}
const eras: readonly Era[] = ['2025', '2026'];

async function setUp(...names: readonly RealServer[]) {
  const test = await testCore();
  const folder = realpathSync(tempHome());
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const config = upstreamConfigSchema.parse({
      name,
      kind: 'stdio',
      command: process.execPath,
      args: [scripts.get(name), ...(name === 'filesystem' ? [folder] : [])],
      env: name === 'memory' ? { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } : {},
    });
    await test.core.requests['servers:add']?.({ config, options: {} });
  }
  return { ...test, folder };
}

/** An outcome follows the answer, with the next commit. */
const settled = ({ rows }: TestCore) =>
  expect.poll(() => rows().filter(({ finished_ms }) => finished_ms === null)).toEqual([]);

async function clientOf({ core }: TestCore, path: string, era: Era): Promise<Client> {
  const client = new Client(
    { name: 'claude-code', version: '2.1.0' },
    era === '2026' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  const headers = { Authorization: `Bearer ${core.token}` };
  const url = new URL(`${core.url}${path}`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

it.skipIf(!scripts.has('filesystem')).each(eras)(
  'a file written through the filesystem server under its own address, %s, leaves its row',
  async (era) => {
    const test = await setUp('filesystem');
    const client = await clientOf(test, '/filesystem', era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('write_file');
    const path = join(test.folder, 'plan.md');
    const written = await client.callTool({
      name: 'write_file',
      arguments: { path, content: 'secret plans', reason: 'the user asked for a plan' },
    });
    expect(written.isError).not.toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('secret plans');
    const outside = await client.callTool({
      name: 'write_file',
      arguments: { path: '/etc/inkwatch-test', content: 'x' },
    });
    expect(outside.isError).toBe(true);
    const read = await client.callTool({ name: 'read_text_file', arguments: { path } });
    expect(JSON.stringify(read.content)).toContain('secret plans');

    await settled(test);
    const [failed, ok, ...others] = test.rows();
    expect(others).toEqual([]);
    expect(ok).toMatchObject({
      server_name: 'filesystem',
      tool_name: 'write_file',
      client_info: 'mcp:claude-code',
      success: 1,
      reason: 'the user asked for a plan',
      effect: 'write',
    });
    expect(JSON.parse(ok?.args_summary ?? '{}')).toMatchObject({ path });
    expect(JSON.stringify(test.rows())).not.toContain('secret plans');
    expect(failed && outcomeOf(failed)).toBe('failed');
    expect(failed).toMatchObject({ error_kind: 'tool', success: 0 });
    expect(failed?.error_message).toContain('ccess denied');
  },
  60_000,
);

it.skipIf(!scripts.has('memory') || !scripts.has('filesystem')).each(eras)(
  'all servers under one address, %s: names of their own, the router, and one row per call',
  async (era) => {
    const test = await setUp('memory', 'filesystem');
    const client = await clientOf(test, '', era);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'memory_store',
        'tools_search',
        'tools_call',
        'memory__create_entities',
        'filesystem__write_file',
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
    const entities = [
      { name: 'Ada', entityType: 'person', observations: ['likes 9007199254740993'] },
    ];
    const made = await client.callTool({
      name: 'memory__create_entities',
      arguments: { entities, reason: 'to remember her' },
    });
    expect(made.isError).not.toBe(true);

    const found = await client.callTool({
      name: 'tools_search',
      arguments: { query: 'write a file', limit: 3 },
    });
    expect(found.structuredContent).toMatchObject({
      tools: expect.arrayContaining([
        expect.objectContaining({ server: 'filesystem', tool: 'write_file', writes: true }),
      ]),
    });
    const path = join(test.folder, 'routed.txt');
    const routed = await client.callTool({
      name: 'tools_call',
      arguments: {
        server: 'filesystem',
        tool: 'write_file',
        arguments: { path, content: 'hello' },
        reason: 'through the router',
      },
    });
    expect(routed.isError).not.toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('hello');
    const around = await client.callTool({
      name: 'tools_call',
      arguments: {
        server: 'inkwatch',
        tool: 'memory.store',
        arguments: { title: 'a', content: 'b' },
      },
    });
    expect(around.isError).toBe(true);
    expect(JSON.stringify(around.content)).toContain('call memory_store directly');
    await settled(test);
    expect(
      test.rows().map((row) => [row.server_name, row.tool_name, row.success, row.reason]),
    ).toEqual([
      ['inkwatch', 'memory.store', 0, null],
      ['filesystem', 'write_file', 1, 'through the router'],
      ['memory', 'create_entities', 1, 'to remember her'],
    ]);
    expect(test.rows()[0]).toMatchObject({ error_kind: 'refused' });
  },
  60_000,
);

it.skipIf(!scripts.has('everything')).each(eras)(
  'prompts and resources of a server are there under one address, %s',
  async (era) => {
    const test = await setUp('everything');
    const client = await clientOf(test, '', era);
    const { prompts } = await client.listPrompts();
    expect(prompts.length).toBeGreaterThan(0);
    expect(prompts.every(({ name }) => name.startsWith('everything__'))).toBe(true);
    const [resource] = (await client.listResources()).resources;
    expect(resource?.uri).toMatch(/^inkwatch:\/\/everything\//);
    const read = await client.readResource({ uri: resource?.uri ?? '' });
    expect(read.contents.length).toBeGreaterThan(0);
  },
  60_000,
);
