import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { appArguments, appEnvironment } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { endpointOf, readLedger } from '../support/home.ts';
import { packagedProgram } from '../support/package.ts';
import { until } from '../support/poll.ts';

const message = (value: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...value })}\n`;

test('the package is the command line, too: a client starts its bridge without a display, on a clean stdout', async ({
  home,
  folder,
}) => {
  test.setTimeout(300_000);
  const program = packagedProgram();
  const person = join(folder, 'person');
  await mkdir(person);
  // No DISPLAY and no bus: whoever touched Chromium's part of it would end here.
  const env = appEnvironment({ home, person });
  const inkwatch = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(program, [...appArguments(program), ...args], { env })).stdout;

  const token = (await inkwatch('connect', 'add', 'Claude Desktop')).trim();
  expect(token).toMatch(/^[\w-]{43}$/);

  const bridge = spawn(program, [...appArguments(program), 'stdio'], {
    env: { ...env, INKWATCH_TOKEN: token },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines: string[] = [];
  createInterface({ input: bridge.stdout }).on('line', (line) => lines.push(line));
  const answer = (id: number) =>
    until(`the answer ${id}`, () => {
      if (bridge.exitCode !== null) throw new Error(`the bridge ended with ${bridge.exitCode}`);
      return lines
        .map((line) => JSON.parse(line) as { readonly id?: number; readonly result?: object })
        .find((said) => said.id === id);
    });
  const clientInfo = { name: 'claude-ai', version: '0.1.0' };
  bridge.stdin.write(
    message({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    }),
  );
  // The core that it started in the background lives on; it is this test's to end.
  const { pid } = await endpointOf(home);
  try {
    expect(await answer(1)).toMatchObject({ result: { serverInfo: { name: 'inkwatch' } } });
    bridge.stdin.write(message({ method: 'notifications/initialized' }));
    const params = { name: 'memory_store', arguments: { title: 'From a package', content: 'x' } };
    bridge.stdin.write(message({ id: 2, method: 'tools/call', params }));
    expect(await answer(2)).toMatchObject({ result: { structuredContent: { version: 1 } } });

    // Statements run in a process that this core, which is no app, forks from the package.
    const shop = join(folder, 'shop.db');
    await writeFile(shop, '');
    await inkwatch('db', 'add', 'shop', shop);
    const make = { db: 'shop', sql: 'CREATE TABLE orders (what TEXT)' };
    bridge.stdin.write(
      message({ id: 3, method: 'tools/call', params: { name: 'sql_execute', arguments: make } }),
    );
    expect(await answer(3)).toMatchObject({ result: { structuredContent: { changes: 0 } } });

    const ended = new Promise((resolve) => bridge.once('exit', resolve));
    bridge.stdin.end();
    expect(await ended).toBe(0);
    const answers = lines.filter((line) => 'id' in JSON.parse(line));
    expect(answers).toHaveLength(3);

    const listed = (await inkwatch('connect', 'list', '--json')).trim().split('\n');
    const views = listed.map((line) => JSON.parse(line) as Record<string, unknown>);
    const [row] = await readLedger(home);
    expect(row).toMatchObject({ transport: 'stdio', client_name: 'claude-ai', success: 1 });
    expect(views.map(({ client_id, name }) => [client_id, name])).toEqual([
      ['home', 'This computer'],
      [row?.client_id, 'Claude Desktop'],
    ]);
  } finally {
    process.kill(pid, 'SIGTERM');
  }
});
