import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { HealthCheck, HealthReport } from '../../../shared/health.ts';
import { homePaths } from '../../home/paths.ts';
import { type BuiltWorkers, buildWorkers } from '../../testing/build-workers.ts';
import { call, type TestCore, testCore } from '../../testing/core.ts';
import { runSql } from '../../testing/side-door.ts';
import { tempHome } from '../../testing/temp-home.ts';

const store = (id: number) => call(id, 'memory_store', { title: `t${id}`, content: 'c' });

async function report({ core }: Pick<TestCore, 'core'>): Promise<HealthReport> {
  const ask = core.requests['health:report'];
  if (ask === undefined) throw new Error('this core says nothing of its health');
  return ask({});
}

async function checked(test: Pick<TestCore, 'core'>, key: string): Promise<HealthCheck> {
  const found = (await report(test)).checks.find((one) => one.key === key);
  if (found === undefined) throw new Error(`nothing looks at ${key}`);
  return found;
}

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildWorkers({ 'read-worker': 'db/read-worker.ts' });
});
afterAll(() => workers.remove());

describe('Health', () => {
  it('a core that works has nothing to do, and each look has its words', async () => {
    const marked = await testCore();
    await marked.core.close();
    const test = await testCore({ home: marked.core.home });
    await test.post(store(1), await test.session());
    const { checks } = await report(test);
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(new Set(checks.map(({ key }) => key)).size).toBe(checks.length);
    for (const { says, todo } of checks) expect([says.length > 10, todo]).toEqual([true, null]);
    const connections = checks.find(({ key }) => key === 'connections');
    expect(connections?.details[0]).toMatchObject({
      name: 'This computer',
      value: expect.stringMatching(/^last write \d{1,2} \w+ 20\d\d at \d\d:\d\d/),
    });
  });

  it('tells a table without a writer, derived from the live schema', async () => {
    const test = await testCore();
    runSql(test.core.home, 'CREATE TABLE wishes (id INTEGER PRIMARY KEY)');
    const tables = await checked(test, 'tables');
    expect(tables).toMatchObject({ state: 'warning', says: expect.stringContaining('wishes') });
    expect(tables.details).toContainEqual({ name: 'wishes', value: 'no writer, no row yet' });
  });

  it('tells a pin to a namespace that is not there, and no longer once it is', async () => {
    const test = await testCore({ workerFolder: workers.folder });
    const { id, headers } = await test.connection('Editor');
    await test.core.requests['connections:change']?.({ client_id: id, pinned_namespace: 'work' });
    expect(await checked(test, 'labels')).toMatchObject({
      state: 'warning',
      details: [{ name: 'The pin of “Editor”: namespace work', value: 'absent' }],
    });
    await test.post(store(1), await test.session('editor', '1', headers));
    expect((await checked(test, 'labels')).state).toBe('ok');
  });

  it('says that nothing is recorded while it is not, with the count, and the loss afterwards', async () => {
    const test = await testCore();
    const session = await test.session();
    const fail = "SELECT RAISE(ABORT, 'no rows')";
    runSql(test.core.home, `CREATE TRIGGER no_rows BEFORE INSERT ON mcp_writes BEGIN ${fail}; END`);
    for (let id = 1; id <= 10; id += 1) await test.post(store(id), session);
    expect(await checked(test, 'recording')).toMatchObject({
      state: 'problem',
      says: expect.stringContaining('no rows'),
      details: [{ name: 'Calls without a row', value: '10' }],
    });
    expect(await checked(test, 'losses')).toMatchObject({
      state: 'problem',
      says: expect.stringContaining('10 calls left no row'),
    });
    runSql(test.core.home, 'DROP TRIGGER no_rows');
    await expect.poll(test.core.recording, { timeout: 4000 }).toEqual({ kind: 'recording' });
    await expect
      .poll(async () => (await checked(test, 'losses')).details[0]?.value, { timeout: 2000 })
      .toMatch(/^10 calls between .* left no row: no rows/);
    expect(await checked(test, 'recording')).toMatchObject({ state: 'ok' });
  });

  it('shows the audit log that cannot be written, and the ledger records on', async () => {
    const test = await testCore({ auditLog: join(tempHome(), 'missing', 'audit.jsonl') });
    await test.post(store(1), await test.session());
    await expect.poll(async () => (await checked(test, 'audit-log')).state).toBe('problem');
    expect(test.rows()).toHaveLength(1);
    const { says, todo } = await checked(test, 'audit-log');
    // In a person's words and by their clock: no code of the system, no time in UTC.
    expect(says).toMatch(/since \d{1,2} \w+ 20\d\d at \d\d:\d\d: its folder is not there\./);
    expect(todo).toMatch(/^Make the folder, or choose another place;/);
  });

  it('case c01: warns of a write-ahead log over its bound, which an open read keeps large', async () => {
    const test = await testCore();
    const wal = `${homePaths(test.core.home).database}-wal`;
    truncateSync(wal, 65 * 1024 * 1024);
    expect(await checked(test, 'wal')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('65 MB'),
    });
  });

  it.skipIf(process.platform === 'win32')(
    'case g02: tells a token that others can read, with the command that closes it',
    async () => {
      const test = await testCore();
      const { token, home } = homePaths(test.core.home);
      chmodSync(home, 0o755);
      chmodSync(token, 0o644);
      expect(await checked(test, 'modes')).toMatchObject({
        state: 'problem',
        todo: `chmod 600 "${token}"`,
      });
      chmodSync(home, 0o700);
      expect((await checked(test, 'modes')).state).toBe('ok');
    },
  );

  it('tells the port that another program has', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const test = await testCore({ port: address.port });
    expect(await checked(test, 'endpoint')).toMatchObject({
      state: 'problem',
      says: expect.stringContaining(`Port ${address.port} is already in use`),
    });
  });

  it('tells settings that cannot be used, and a registered file that is gone', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'settings.json'), '{"port": "many"}');
    const file = join(tempHome(), 'shop.db');
    const test = await testCore({ home });
    runSql(
      home,
      `INSERT INTO databases (name, path, read_only, added_ms) VALUES ('shop', '${file}', 0, 1)`,
    );
    expect(await checked(test, 'settings')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('port'),
    });
    expect(await checked(test, 'databases')).toMatchObject({
      state: 'warning',
      says: 'The file of shop is not there.',
    });
  });

  it('a folder that is gone leaves unknowns and no exception', async () => {
    const test = await testCore();
    rmSync(test.core.home, { recursive: true });
    const { checks } = await report(test);
    expect(checks.length).toBeGreaterThan(10);
  });
});
