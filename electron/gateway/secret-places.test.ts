import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { readEndpointFile } from '../home/endpoint-file.ts';
import { homePaths } from '../home/paths.ts';
import { cli, rowsOf } from '../testing/cli-process.ts';
import { runCli } from '../testing/run-cli.ts';
import { spawnServe } from '../testing/serve-process.ts';
import { tempHome } from '../testing/temp-home.ts';

/** Each stands for a secret in another place of a server's configuration. */
const sentinel = (place: string) => `SENTINEL-${place}-7f3a9c1e5b`;

/** A server that tells everybody its secrets: on stderr, in errors of both kinds. */
const leaky = `
import { createInterface } from 'node:readline';
const all = process.env.LEAK_KEY + ' ' + process.argv.slice(2).join(' ');
console.error('started with ' + all);
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'leaky', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools: ['tell', 'throw', 'die'].map((name) => ({ name, inputSchema: { type: 'object' } })) } });
  else if (method !== 'tools/call') send({ id, error: { code: -32601, message: 'no' } });
  else if (params.name === 'tell') send({ id, result: { isError: true, content: [{ type: 'text', text: 'refused: ' + all }] } });
  else if (params.name === 'throw') send({ id, error: { code: -32000, message: 'thrown: ' + all, data: all } });
  else { console.error('dying of ' + all); process.exit(3); }
});`;

/** A web server that repeats what it was asked with. */
async function echoing(): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' });
    response.end(`${request.url} ${JSON.stringify(request.headers)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('case d02: secrets of a server’s configuration are in the store alone: no database, log, list, export or view', async () => {
  const home = tempHome();
  const core = spawnServe(cli, home, '--audit-log', join(home, 'audit.jsonl'));
  const { url } = await core.ready;
  onTestFinished(() => core.end('SIGKILL'));
  const script = join(tempHome(), 'leaky.mjs');
  writeFileSync(script, leaky);
  const printed: string[] = [];
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await runCli([
      ...args.slice(0, 2),
      '--home',
      home,
      ...args.slice(2),
    ]);
    printed.push(stdout, stderr);
  };

  await run(
    ...['server', 'add', '--capture', 'full', '--env', `LEAK_KEY=${sentinel('env')}`, 'leaky'],
    ...[
      '--',
      process.execPath,
      script,
      '--api-key',
      sentinel('flag'),
      `--token=${sentinel('arg')}`,
    ],
  );
  const address = `http://me:${sentinel('login')}@${await echoing()}/s/${sentinel('path')}/mcp?k=${sentinel('query')}`;
  await run('server', 'add', 'web', '--url', address, '--header', `X-Mine: ${sentinel('header')}`);
  await run('server', 'test', 'leaky');
  await run('server', 'test', 'web', '--json');
  await run('server', 'disable', 'web');
  await run('server', 'enable', 'web');

  const token = readEndpointFile(homePaths(home).endpoint)?.token ?? '';
  const client = new Client({ name: 'claude-code', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/leaky`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );
  for (const name of ['tell', 'throw', 'die']) {
    await client.callTool({ name, arguments: { path: 'a' } }).catch(() => undefined);
  }
  await client.close();
  await expect
    .poll(() => rowsOf(home).map(({ tool_name, success }) => `${tool_name} ${success}`))
    .toEqual(['tell 0', 'throw 0', 'die 0']);
  await run('server', 'list', '--json');
  await run('list', '--json');
  await run('export', '--csv', join(home, 'all.csv'));

  const places = ['env', 'flag', 'arg', 'login', 'path', 'query', 'header'];
  const files = () =>
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .map((name) => join(home, name))
      .filter((path) => statSync(path).isFile());
  const found = () =>
    places.flatMap((place) =>
      files()
        .filter((path) => readFileSync(path).includes(sentinel(place)))
        .map((path) => `${place} in ${path.slice(home.length + 1)}`),
    );
  const inStore = places.map((place) => `${place} in secrets.json`);
  expect(found()).toEqual(inStore);
  if (process.platform !== 'win32') {
    expect(statSync(homePaths(home).secrets).mode & 0o777).toBe(0o600);
  }
  expect(printed.join('\n')).not.toContain('SENTINEL');
  expect(printed.join('\n')).toContain('"leaky"');
  expect(core.errors()).not.toContain('SENTINEL');
  expect(JSON.stringify(rowsOf(home))).toContain('[redacted]');

  await run('server', 'remove', 'leaky');
  await run('server', 'remove', 'web');
  await core.end('SIGTERM');
  expect(found()).toEqual([]);
}, 180_000);
