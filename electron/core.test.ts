import { existsSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCore } from './core.ts';
import { HomeInUseError } from './db/home-lock.ts';
import { readEndpointFile } from './home/endpoint-file.ts';
import { homePaths } from './home/paths.ts';
import { call, testCore } from './testing/core.ts';
import { tempHome } from './testing/temp-home.ts';

const store = (id: unknown, title = 't') =>
  call(id, 'memory_store', { title, content: 'c', reason: 'the user asked' });

describe('a home is served by one process', () => {
  it('a second core on the same home refuses and says whose it is', async () => {
    const { core } = await testCore();
    const second = createCore({ home: core.home, port: 0, version: '1', logLevel: 'silent' });
    await expect(second).rejects.toThrow(HomeInUseError);
    await expect(second).rejects.toThrow(String(process.pid));
  });

  it('says where it is while it serves, for the owner of the home alone', async () => {
    const { core, url } = await testCore();
    const { endpoint } = homePaths(core.home);
    expect(readEndpointFile(endpoint)).toEqual({
      url,
      token: core.token,
      pid: process.pid,
      version: '1.2.3',
    });
    if (process.platform !== 'win32') expect(statSync(endpoint).mode & 0o777).toBe(0o600);
    await core.close();
    expect(existsSync(endpoint)).toBe(false);
    expect(existsSync(`${homePaths(core.home).database}-wal`)).toBe(false);
    // The home is free again, with the same token.
    const again = await testCore({ home: core.home });
    expect(again.core.token).toBe(core.token);
  });
});

describe('a port that is taken', () => {
  it('is said in plain words, and the core runs without its endpoint', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const core = await createCore({ home: tempHome(), port, version: '1', logLevel: 'silent' });
    onTestFinished(() => core.close());
    expect(core.url).toBeNull();
    expect(core.endpointError).toBe(
      `Port ${port} is already in use by another program. Choose another port in the settings.`,
    );
    expect(existsSync(homePaths(core.home).endpoint)).toBe(false);
    expect(core.recording()).toEqual({ kind: 'recording' });
  });
});

describe('quitting', () => {
  it('does not wait for open streams, and ends within its time', async () => {
    const { core, url, session } = await testCore();
    for (let n = 0; n < 3; n += 1) {
      const stream = await fetch(url, {
        headers: {
          authorization: `Bearer ${core.token}`,
          accept: 'text/event-stream',
          ...(await session()),
        },
      });
      expect(stream.status).toBe(200);
    }
    const started = performance.now();
    await core.close();
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('answers every call that it took, and refuses the others', async () => {
    const { core, post, session } = await testCore();
    const headers = await session();
    const calls = Array.from({ length: 50 }, (_, id) => post(store(id, `t${id}`), headers));
    await calls[0];
    const closing = core.close();
    const replies = await Promise.allSettled(calls);
    await closing;
    const stored = replies.filter(
      (reply) => reply.status === 'fulfilled' && reply.value.text.includes('document_id'),
    );
    const again = await testCore({ home: core.home });
    // A row for each answer that said "stored"; none lost, none more.
    expect(again.rows({ success_only: true })).toHaveLength(stored.length);
  });

  it('twice is once', async () => {
    const { core } = await testCore();
    await Promise.all([core.close(), core.close()]);
    await core.close();
  });
});

describe('what a core says of its writes', () => {
  it('new rows: at once, then together at most every 50 ms', async () => {
    const { core, post, session } = await testCore();
    const headers = await session();
    const heard: { readonly at: number; readonly appended: number }[] = [];
    core.on('appended', ({ appended }) => heard.push({ at: performance.now(), appended }));
    for (let id = 0; id < 40; id += 1) await post(store(id, `t${id}`), headers);
    await expect
      .poll(() => heard.reduce((sum, { appended }) => sum + appended, 0), { timeout: 5000 })
      .toBe(40);
    for (const [n, { at }] of heard.entries()) {
      const before = heard[n - 1];
      if (before !== undefined) expect(at - before.at).toBeGreaterThanOrEqual(45);
    }
  });

  it('changed settings are stored, applied and told', async () => {
    const { core, client } = await testCore();
    const told: string[] = [];
    core.on('settings', ({ toolNames }) => told.push(toolNames));
    core.changeSettings({ toolNames: 'dotted' });
    expect(told).toEqual(['dotted']);
    const { tools } = await (await client('2026')).listTools();
    expect(tools.map(({ name }) => name)).toContain('tree.tag');
    expect(() => core.changeSettings({ bodyLimitBytes: 1 })).toThrow(/bodyLimitBytes/);
  });

  it('a changed port is served from then on, with the same sessions', async () => {
    const home = tempHome();
    const spare = createServer();
    await new Promise<void>((resolve) => spare.listen(0, '127.0.0.1', resolve));
    const { port } = spare.address() as AddressInfo;
    const first = await createCore({ home, version: '1', logLevel: 'silent', port: 0 });
    first.changeSettings({ port });
    await first.close();
    await new Promise<void>((resolve) => void spare.close(() => resolve()));

    const core = await createCore({ home, version: '1', logLevel: 'silent' });
    onTestFinished(() => core.close());
    expect(core.url).toBe(`http://127.0.0.1:${port}/mcp`);
    core.changeSettings({ port: 0 });
    await expect.poll(() => core.url).not.toBe(`http://127.0.0.1:${port}/mcp`);
    expect(readEndpointFile(homePaths(home).endpoint)?.url).toBe(core.url);
  });
});

describe('undo', () => {
  it('goes through the one door and leaves a row of its own', async () => {
    const { core, post, session, rows } = await testCore();
    const headers = await session();
    await post(store(1), headers);
    const [written] = rows();
    const undone = await core.undo(written?.id ?? 0);
    expect(undone).toMatchObject({ undone: true, row_id: 2 });
    const [undo, before] = rows();
    expect(undo).toMatchObject({
      tool_name: 'memory.undo',
      client_info: 'mcp:inkwatch-window',
      transport: 'window',
      reverts_id: before?.id,
      success: 1,
    });
    expect(before?.reverted_by_id).toBe(undo?.id);
    expect(await core.undo(written?.id ?? 0)).toMatchObject({ undone: false });
    expect(rows()[0]).toMatchObject({ success: 0, reverts_id: null });
  });

  it('is no tool that a client can call', async () => {
    const { client } = await testCore();
    const connected = await client('2025');
    for (const name of ['memory.undo', 'memory_undo']) {
      await expect(connected.callTool({ name, arguments: { write_id: 1 } })).rejects.toThrow(
        'Unknown tool',
      );
    }
  });
});
