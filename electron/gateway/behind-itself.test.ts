import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { upstreamConfigSchema } from '../../shared/upstream.ts';
import { cli } from '../testing/cli-process.ts';
import { testCore } from '../testing/core.ts';
import { gatewayCore } from '../testing/gateway-core.ts';
import { tempHome } from '../testing/temp-home.ts';
import { wayIn } from '../testing/ways-in.ts';

const bridge = { command: process.execPath, args: [cli, 'stdio'] } as const;

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

it('Inkwatch as a server behind itself is refused by name, over its address and over a command', async () => {
  const { core, add } = await gatewayCore({ stdio: bridge });
  const url = core.url ?? '';
  const web = (to: string) => ({ kind: 'http', url: to });
  const command = (...args: readonly string[]) => ({
    kind: 'stdio',
    command: args[0],
    args: args.slice(1),
  });
  for (const config of [
    web(url),
    web(`${url}/acting`),
    web(url.replace('127.0.0.1', 'localhost')),
    command(process.execPath, cli, 'stdio'),
    command(process.execPath, cli, '--home', core.home, 'stdio', '--server', 'acting'),
    command('inkwatch', 'stdio'),
    command('/opt/Inkwatch/Inkwatch-1.2.0.AppImage', 'stdio'),
    command('C:\\Program Files\\Inkwatch\\Inkwatch.exe', 'stdio'),
    command('npx', '-y', 'inkwatch@1', 'stdio'),
    command('sh', '-c', 'exec inkwatch stdio'),
    command('npx', '-y', 'mcp-remote', url),
  ]) {
    const parsed = upstreamConfigSchema.parse({ name: 'self', ...config });
    await expect(add(parsed), JSON.stringify(config)).rejects.toThrow(
      '“self” leads back to Inkwatch itself',
    );
  }
  await add(upstreamConfigSchema.parse({ name: 'else', ...command('npx', 'inks', 'stdio') }));
});

it('one that leads back without showing it says so once it runs, and the list is the same without', async () => {
  const port = await freePort();
  // It was set up when Inkwatch was served elsewhere.
  const before = await gatewayCore();
  const { home } = before.core;
  const headers = { Authorization: `Bearer ${before.core.token}` };
  const script = join(tempHome(), 'wrapper.mjs');
  writeFileSync(
    script,
    `process.argv = [process.argv[0], ${JSON.stringify(cli)}, '--home', ${JSON.stringify(home)}, 'stdio'];
await import(${JSON.stringify(cli)});`,
  );
  const url = `http://127.0.0.1:${port}/mcp`;
  for (const config of [
    { name: 'web', kind: 'http', url, headers },
    { name: 'one', kind: 'http', url: `${url}/web`, headers },
    { name: 'pipes', kind: 'stdio', command: process.execPath, args: [script] },
  ]) {
    await before.add(upstreamConfigSchema.parse({ ...config, enabled: false }));
  }
  await before.core.close();

  const { core } = await testCore({ home, port });
  for (const name of ['web', 'one', 'pipes']) {
    await core.requests['servers:change']?.({ name, enabled: true, options: {} });
  }
  const way = await wayIn('HTTP 2025', home, null);
  const { value } = await way.request('tools/list', '{}');
  const names = (value.result as { tools: { name: string }[] }).tools.map(({ name }) => name);
  expect(names.filter((name) => /^(?:web|one|pipes)__/.test(name))).toEqual([]);
  expect(names).toContain('acting__write_ok');
  for (const name of ['web', 'one', 'pipes']) {
    const tested = await core.requests['servers:test']?.({ name });
    expect(tested, name).toMatchObject({
      ok: false,
      says: expect.stringContaining('behind itself'),
    });
  }
  const called = await way.request('tools/call', '{"name":"web__write_ok","arguments":{}}');
  expect(called.value).toMatchObject({ result: { isError: true } });
}, 60_000);
