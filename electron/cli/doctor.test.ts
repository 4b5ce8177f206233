import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { HealthCheck, HealthReport, SelfTest } from '../../shared/health.ts';
import { newestSchema } from '../db/migrate.ts';
import { homePaths } from '../home/paths.ts';
import { rowsOf, startServe } from '../testing/cli-process.ts';
import { testCore } from '../testing/core.ts';
import { damagePages } from '../testing/damage.ts';
import { runCli } from '../testing/run-cli.ts';
import { runSql } from '../testing/side-door.ts';
import { tempHome } from '../testing/temp-home.ts';

type Doctor = HealthReport & { readonly running: boolean; readonly self_test: SelfTest | null };

async function doctor(home: string, ...more: string[]) {
  const run = await runCli(['--home', home, 'doctor', '--json', ...more]);
  const said = JSON.parse(run.stdout) as Doctor;
  const check = (key: string): HealthCheck | undefined =>
    said.checks.find((one) => one.key === key);
  return { ...run, said, check };
}

/** A home that was used and closed. */
async function closedHome(): Promise<string> {
  const { core } = await testCore();
  await core.close();
  // Whatever has the usual port on this machine is not of this test.
  writeFileSync(homePaths(core.home).settings, JSON.stringify({ port: 0 }));
  return core.home;
}

it('asks the running core, tests it, and exits 0 where all is well', async () => {
  const home = await closedHome();
  await startServe(home);
  const { code, stderr, said } = await doctor(home, '--self-test');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(said).toMatchObject({ running: true, self_test: { passed: true } });
  expect(said.checks.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(rowsOf(home).map(({ client_name }) => client_name)).toEqual([
    'Inkwatch self-test',
    'Inkwatch self-test',
  ]);
  const text = await runCli(['--home', home, 'doctor']);
  expect(text.stdout).toContain('ok       Recording: Every write leaves a row.');
});

it('without a core it looks at the files alone, changes none of them, and says what it cannot know', async () => {
  const home = await closedHome();
  // SQLite's own two files beside it come with any reader.
  const files = () => readdirSync(home).filter((name) => !/-(shm|wal)$/.test(name));
  const before = files();
  const { code, said, check } = await doctor(home);
  expect({ code, running: said.running }).toEqual({ code: 0, running: false });
  expect(check('recording')?.state).toBe('unknown');
  expect(check('tables')?.state).toBe('ok');
  expect(files()).toEqual(before);
  const test = await runCli(['--home', home, 'doctor', '--self-test']);
  expect(test).toMatchObject({ code: 1, stderr: expect.stringContaining('needs a running') });
});

it('a home that never was is unknown, and is not made', async () => {
  const home = `${tempHome()}/never`;
  const { check } = await doctor(home);
  expect(check('ledger')?.state).toBe('unknown');
  expect(() => readdirSync(home)).toThrow();
});

it('exits 1 on what a killed core left behind, and says what to do', async () => {
  const home = await closedHome();
  const serve = await startServe(home);
  await serve.end('SIGKILL');
  const { code, stderr, check } = await doctor(home);
  expect([code, stderr]).toEqual([1, 'inkwatch: Something is wrong: Endpoint.\n']);
  expect(check('endpoint')).toMatchObject({
    state: 'warning',
    says: expect.stringContaining(`left by process ${serve.pid}`),
    todo: expect.stringContaining('Start Inkwatch once'),
  });
});

it('exits 1 on another program that has the port', async () => {
  const other = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const home = await closedHome();
  writeFileSync(homePaths(home).settings, JSON.stringify({ port: address.port }));
  const { code, check } = await doctor(home);
  expect([code, check('endpoint')?.says]).toEqual([
    1,
    `Port ${address.port} is taken by another program.`,
  ]);
});

it('case c04: exits 1 on a damaged file, and leaves it as it is', async () => {
  const home = await closedHome();
  damagePages(homePaths(home).database);
  const { code, check } = await doctor(home);
  expect([code, check('ledger')?.state]).toEqual([1, 'problem']);
});

it('exits 1 on a history that is shorter than it was', async () => {
  const { core, post, session } = await testCore();
  const headers = await session();
  for (let id = 1; id <= 3; id += 1) {
    const params = { name: 'memory_store', arguments: { title: `t${id}`, content: 'c' } };
    await post({ jsonrpc: '2.0', id, method: 'tools/call', params }, headers);
  }
  await core.close();
  const { highWater } = homePaths(core.home);
  const mark = { id: 9, row_hash: 'gone' };
  writeFileSync(highWater, JSON.stringify(mark));
  const { code, check } = await doctor(core.home);
  expect([code, check('history')?.says]).toEqual([1, 'Write 9, which was recorded, is missing.']);
});

it('exits 1 on calls that left no row before a crash', async () => {
  const home = await closedHome();
  const loss = { calls: 4, went_on: 1, since_ms: 1, until_ms: 2, why: 'full', at_least: true };
  writeFileSync(homePaths(home).losses, JSON.stringify(loss));
  const { code, check } = await doctor(home);
  expect([code, check('losses')?.says]).toEqual([
    1,
    '4 calls left no row, and no row stands for them yet.',
  ]);
});

it.skipIf(process.platform === 'win32')(
  'case g02: exits 1 on a token that others can read',
  async () => {
    const home = await closedHome();
    chmodSync(home, 0o755);
    chmodSync(homePaths(home).token, 0o640);
    const { code, check } = await doctor(home);
    expect([code, check('modes')?.state]).toEqual([1, 'problem']);
  },
);

it.skipIf(process.platform === 'win32')(
  'case h04: tells a server’s program that an app started from a menu would not find',
  async () => {
    const home = await closedHome();
    const config = { kind: 'stdio', name: 'files', command: 'no-such-program', enabled: true };
    runSql(
      home,
      `INSERT INTO upstreams (name, config, capture, record, add_reason, added_ms)
        VALUES ('files', '${JSON.stringify(config)}', 'summary', 'writes', 0, 1)`,
    );
    const { code, check } = await doctor(home);
    expect([code, check('path')?.state]).toEqual([1, 'warning']);
    expect(check('path')?.says).toContain('no-such-program is not in the PATH');
    expect(check('path')?.details[0]?.name).toBe('PATH');
  },
);

it('words of others cannot act on a terminal', async () => {
  const home = await closedHome();
  runSql(
    home,
    `INSERT INTO databases (name, path, read_only, added_ms) VALUES ('shop', '/no/\u001b[31mred', 0, 1)`,
  );
  const { stdout, code } = await runCli(['--home', home, 'doctor']);
  expect(code).toBe(1);
  expect(stdout).toContain('shop');
  expect(stdout).not.toContain('\u001b');
});

it('a newer schema is told, not changed', async () => {
  const home = await closedHome();
  runSql(home, `PRAGMA user_version = ${newestSchema + 1}`);
  const serve = await startServe(home);
  const { code, check } = await doctor(home);
  expect([code, check('recording')?.state, check('ledger')?.state]).toEqual([
    1,
    'problem',
    'problem',
  ]);
  await serve.end('SIGTERM');
});
