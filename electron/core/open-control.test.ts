import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homePaths } from '../home/paths.ts';
import { type BuiltWorkers, buildWorkers } from '../testing/build-workers.ts';
import { call, initialize, testCore } from '../testing/core.ts';
import { CONTROL_PATH } from './control-address.ts';
import { coreRequestNames } from './requests.ts';

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildWorkers({ 'read-worker': 'db/read-worker.ts' });
});
afterAll(() => workers.remove());

describe('case g02: nothing is managed without the person’s own token', () => {
  const ways = ['/mcp', '/mcp/files', CONTROL_PATH, '/', '/servers', '/settings'];

  it('every address wants a token, and takes none from its query or of a connection that was revoked', async () => {
    const { core, url, connection } = await testCore({ workerFolder: workers.folder });
    const old = await connection('Old');
    await core.requests['connections:revoke']?.({ client_id: old.id });
    const control = readFileSync(homePaths(core.home).controlToken, 'utf8').trim();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(initialize({ name: 'stranger', version: '1' }));
    for (const way of ways) {
      const at = new URL(way, url);
      const tries = [
        fetch(at, { method: 'POST', headers, body }),
        fetch(`${at.href}?token=${core.token}&access_token=${control}`, {
          method: 'POST',
          headers,
          body,
        }),
        fetch(at, { method: 'POST', headers: { ...headers, ...old.headers }, body }),
      ];
      for (const { status } of await Promise.all(tries)) expect([401, 404], way).toContain(status);
    }
  });

  it('a client with a good token manages nothing at the control address and has no tool that does', async () => {
    const { core, url, client } = await testCore();
    for (const name of coreRequestNames) {
      const response = await fetch(new URL(CONTROL_PATH, url), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${core.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ request: name, args: {} }),
      });
      expect([401, 429], name).toContain(response.status);
    }
    const connected = await client('2025');
    const { tools } = await connected.listTools();
    const names = tools.map(({ name }) => name).join(' ');
    expect(names).not.toMatch(/server|setting|connection|export|pause|doctor|self_test/);
  });

  it('rows of other connections are not to be had with a good token', async () => {
    const { post, session, connection } = await testCore();
    const [one, other] = [await connection('One'), await connection('Other')];
    const mine = await session('one', '1', one.headers);
    await post(call(1, 'memory_store', { title: 'only mine', content: 'c' }), mine);
    const theirs = await session('other', '1', other.headers);
    const tail = await post(call(1, 'audit_tail', { n: 100 }), theirs);
    expect(tail.text).not.toContain('only mine');
  });

  it.skipIf(process.platform === 'win32')(
    'tokens have 256 bits and are files of their owner alone',
    async () => {
      const { core } = await testCore();
      const { token, controlToken, endpoint } = homePaths(core.home);
      for (const file of [token, controlToken, endpoint]) {
        expect(statSync(file).mode & 0o777, file).toBe(0o600);
      }
      for (const file of [token, controlToken]) {
        expect(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')).toHaveLength(32);
      }
    },
  );
});
