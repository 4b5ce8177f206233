import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConnectionView } from '../../shared/connections.ts';
import { startServe } from '../testing/cli-process.ts';
import { call, type TestCore, testCore } from '../testing/core.ts';
import { runCli } from '../testing/run-cli.ts';
import { tempHome } from '../testing/temp-home.ts';

const connectIn =
  (home: string) =>
  (...args: readonly string[]) =>
    runCli(['connect', ...args, '--home', home]);

const viewsOf = (text: string): readonly ConnectionView[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ConnectionView);

/** A core in this process with a connection that the command line made, and a session of it. */
async function connected() {
  const core = await testCore({ workerFolder: join(import.meta.dirname, '../../dist/electron') });
  const connect = connectIn(core.core.home);
  const added = await connect('add', 'Cursor');
  const token = added.stdout.trim();
  const headers = { authorization: `Bearer ${token}` };
  const session = await core.session('cursor', '1', headers);
  let id = 0;
  const write = async (): Promise<string | null> => {
    id += 1;
    await core.post(call(id, 'memory_store', { title: `t${id}`, content: 'c' }), session);
    return errorOf(core);
  };
  return { ...core, connect, added, token, session, write };
}

const errorOf = (core: TestCore): string | null =>
  core.rows({ limit: 1 })[0]?.error_message ?? null;

test('a running core takes each change at once', async () => {
  const { connect, write, post, session } = await connected();
  expect(await write()).toBeNull();
  expect((await connect('pause', 'cursor')).stdout).toBe(
    '“Cursor” is paused: its writes are refused.\n',
  );
  expect(await write()).toBe('This connection is paused');
  await connect('resume', 'Cursor');
  await connect('pause', '--all');
  expect(await write()).toContain('read-only mode');
  expect((await connect('list')).stderr).toContain('All writes are paused (read-only mode)');
  await connect('resume', '--all');
  await connect('pin', 'Cursor', 'project-x');
  expect(await write()).toBeNull();
  expect((await connect('list')).stderr).toBe('');
  expect((await connect('list')).stdout).toMatch(
    /Cursor +c-[0-9a-f]{16} +in use +project-x +default/,
  );
  await connect('unpin', 'Cursor');
  await connect('limit', 'Cursor', '2');
  expect(await write()).toBe('Over the limit of 2 writes per hour');
  await connect('limit', 'Cursor', 'default');
  expect(await write()).toBeNull();
  const [, view] = viewsOf((await connect('list', '--json')).stdout);
  expect(view).toMatchObject({
    name: 'Cursor',
    paused: false,
    pinned: null,
    writes_per_hour: null,
    counts: { writes: 6, failures: 3, last_hour: 3 },
    clients: [{ client_name: 'cursor', client_version: '1', agrees: 'agree' }],
  });
  expect((await connect('revoke', view?.client_id ?? '')).stdout).toBe('“Cursor” is revoked.\n');
  expect((await post({}, session)).status).toBe(401);
});

test('the token is printed once, on standard output, and is nowhere else', async () => {
  const { connect, added, token, core, write } = await connected();
  expect(added.stdout).toMatch(/^[A-Za-z0-9_-]{43}\n$/);
  expect(added.stderr).toContain('It is shown only now');
  expect(added.stderr).toContain('Claude Code');
  expect(added.stderr).not.toContain(token);
  await write();
  const listed = await connect('list', '--json');
  expect(listed.stdout + listed.stderr).not.toContain(token);
  await core.close();
  for (const name of readdirSync(core.home)) {
    const file = join(core.home, name);
    if (statSync(file).isFile()) expect(readFileSync(file).includes(token)).toBe(false);
  }
});

test('what cannot be done is one line on stderr with exit code 1, wrong usage 2', async () => {
  const { connect } = await connected();
  for (const [args, code, words] of [
    [['add', 'CURSOR'], 1, 'There is a connection “CURSOR” already.'],
    [['pause', 'nobody'], 1, 'There is no connection “nobody”.'],
    [['pause'], 1, 'Name one connection to pause, or give --all.'],
    [['revoke', 'home'], 1, 'Pause it instead'],
    [['limit', 'Cursor', 'many'], 2, 'whole number'],
    [['add'], 2, 'missing required argument'],
    [['vanish'], 2, 'unknown command'],
  ] as const) {
    const run = await connect(...args);
    expect([run.code, run.stdout, run.stderr.trimEnd().split('\n')]).toEqual([
      code,
      '',
      [expect.stringContaining(words)],
    ]);
  }
});

test('without a running core it works on the home itself, and the next core knows', async () => {
  const home = tempHome();
  const connect = connectIn(home);
  const added = JSON.parse((await connect('add', 'Zed', '--json')).stdout) as {
    client_id: string;
    name: string;
    token: string;
  };
  expect(added).toMatchObject({ name: 'Zed', token: expect.stringMatching(/^[\w-]{43}$/) });
  await connect('pause', added.client_id);
  const { url } = await startServe(home);
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${added.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  expect(reply.status).not.toBe(401);
  const [, view] = viewsOf((await connect('list', '--json')).stdout);
  expect(view).toMatchObject({ client_id: added.client_id, paused: true });
});
