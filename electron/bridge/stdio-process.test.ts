import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cli, rowsOf, spawnStdio, startServe, stdioClient, store } from '../testing/cli-process.ts';
import type { Era } from '../testing/core.ts';
import { call, initialize, initialized, modernCall } from '../testing/scripted-endpoint.ts';
import { tempHome } from '../testing/temp-home.ts';

const eras: readonly Era[] = ['2025', '2026'];
const versions = { '2025': '2025-11-25', '2026': '2026-07-28' } as const;

async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`it never came to this: ${what}`);
    await sleep(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The core that was started in the background; ended with the test. */
function coreOf(home: string): { readonly pid: number; readonly url: string } {
  const file = readFileSync(join(home, 'endpoint.json'), 'utf8');
  const core = JSON.parse(file) as { pid: number; url: string };
  onTestFinished(async () => {
    if (isAlive(core.pid)) process.kill(core.pid, 'SIGTERM');
    await until(() => !isAlive(core.pid), 'the core ended');
  });
  return core;
}

const titleOf = (summary: string | null): string => String(JSON.parse(summary ?? '{}').title);

describe.each(eras)('a real client over inkwatch stdio, era %s', (era) => {
  it('d10: leaves rows with client, version, transport and one run', async () => {
    const home = tempHome();
    await startServe(home);
    const one = await stdioClient(home, era);
    expect((await one.client.listTools()).tools.map(({ name }) => name)).toContain('memory_store');
    for (const title of ['a', 'b', 'c']) await store(one.client, title);
    await one.close();
    const two = await stdioClient(home, era, { version: '1.3' });
    await store(two.client, 'd');
    const rows = rowsOf(home);
    const expected = {
      client_info: 'mcp:stdio-client',
      client_name: 'stdio-client',
      transport: 'stdio',
      session_kind: 'transport',
      protocol_version: versions[era],
      success: 1,
    };
    expect(rows).toMatchObject([expected, expected, expected, expected]);
    const [a, b, c, d] = rows;
    expect(new Set([a?.session_id, b?.session_id, c?.session_id]).size).toBe(1);
    expect(d?.session_id).not.toBe(a?.session_id);
    expect([a?.client_version, d?.client_version]).toEqual(['1.2', '1.3']);
    expect(isAlive(one.pid)).toBe(false);
  });

  it('goes on after a restart of the core, in the same run', async () => {
    const home = tempHome();
    const first = await startServe(home);
    const { client } = await stdioClient(home, era, { args: ['--no-start'] });
    await store(client, 'before');
    await first.end('SIGTERM');
    const calls = ['during', 'also during'].map((title) => store(client, title));
    await startServe(home);
    for (const result of await Promise.all(calls)) expect(result.isError ?? false).toBe(false);
    await store(client, 'after');
    const rows = rowsOf(home);
    const titles = rows.map((row) => titleOf(row.args_summary)).toSorted();
    expect(titles).toEqual(['after', 'also during', 'before', 'during']);
    expect(new Set(rows.map(({ session_id }) => session_id)).size).toBe(1);
  });

  it('loses no answered call and doubles none when the core is killed under load', async () => {
    const home = tempHome();
    let core = await startServe(home);
    const { client } = await stdioClient(home, era, { args: ['--no-start'] });
    const answered: string[] = [];
    const unknown: string[] = [];
    const writeAll = async (lane: number): Promise<void> => {
      for (let at = 0; at < 25; at += 1) {
        const title = `write ${lane}-${at}`;
        try {
          if ((await store(client, title)).isError !== true) answered.push(title);
        } catch (error) {
          // The only error that may come: nobody knows.
          expect(error).toMatchObject({ data: { outcome: 'unknown' } });
          unknown.push(title);
        }
      }
    };
    const writing = Promise.all([1, 2, 3, 4].map(writeAll));
    for (let kill = 1; kill <= 3; kill += 1) {
      await until(() => answered.length + unknown.length >= kill * 15, 'some writes were made');
      await core.end('SIGKILL');
      core = await startServe(home);
    }
    await writing;
    expect(answered.length + unknown.length).toBe(100);
    const titles = rowsOf(home)
      .filter(({ success }) => success === 1)
      .map((row) => titleOf(row.args_summary));
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toEqual(expect.arrayContaining(answered));
    expect([...answered, ...unknown]).toEqual(expect.arrayContaining(titles));
  });

  it('starts a core in the background, which outlives the client', async () => {
    const home = join(tempHome(), 'a home with spaces, ä');
    const { client, close } = await stdioClient(home, era);
    await store(client, 'first');
    const { pid } = coreOf(home);
    await close();
    expect(isAlive(pid)).toBe(true);
    expect(rowsOf(home)).toHaveLength(1);
  });

  it('b02: two bridges write into one store, also when one of them is killed', async () => {
    const home = tempHome();
    await startServe(home);
    const [one, two] = [
      await stdioClient(home, era),
      await stdioClient(home, era, { name: 'two' }),
    ];
    const stored: string[] = [];
    const write = async (client: Client, name: string): Promise<void> => {
      for (let at = 0; at < 20; at += 1) {
        await store(client, `${name} ${at}`);
        stored.push(`${name} ${at}`);
      }
    };
    const killed = write(one.client, 'one').catch(() => {});
    const whole = write(two.client, 'two');
    await until(() => stored.filter((title) => title.startsWith('one')).length >= 5, 'some writes');
    process.kill(one.pid, 'SIGKILL');
    await Promise.all([killed, whole]);
    const rows = rowsOf(home);
    const titles = rows.map((row) => titleOf(row.args_summary));
    expect(titles).toEqual(expect.arrayContaining(stored));
    expect(new Set(titles).size).toBe(titles.length);
    // At most the one call that was under way had no answer.
    expect(rows.length - stored.length).toBeLessThanOrEqual(1);
    expect(rows.every(({ resulting_chunk_id }) => resulting_chunk_id !== null)).toBe(true);
  });
});

describe('the process', () => {
  it('R2: keeps stdout clean and lives on, whatever lines it is given', async () => {
    const home = tempHome();
    await startServe(home);
    const child = spawnStdio(home);
    let output = '';
    child.stdout?.on('data', (part: Buffer) => {
      output += part.toString('utf8');
    });
    const say = (line: unknown): void => {
      child.stdin?.write(
        Buffer.isBuffer(line) || typeof line === 'string' ? line : JSON.stringify(line),
      );
      child.stdin?.write('\n');
    };
    say(initialize);
    say(initialized);
    const line = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', '')),
      fc.uint8Array().map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0a))),
      fc.json().map((text) => text.replaceAll('\n', '')),
      fc.record(
        {
          jsonrpc: fc.constantFrom('2.0', '1.0', 2),
          id: fc.oneof(fc.integer({ min: 1000 }), fc.string(), fc.constant(null), fc.double()),
          method: fc.constantFrom('tools/call', 'tools/list', 'ping', '', 'ä\n', 7),
          params: fc.oneof(
            fc.jsonValue(),
            fc.record({ name: fc.jsonValue(), arguments: fc.jsonValue() }),
          ),
          result: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    for (const text of fc.sample(line, { numRuns: 500, seed: 7 })) say(text);
    say(call('the last', 'still alive'));
    await until(() => output.includes('"the last"'), 'the last call was answered');
    child.stdin?.end();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    const messages = output
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, unknown>);
    for (const message of messages) {
      expect(message).toMatchObject({ jsonrpc: '2.0' });
      expect('result' in message || 'error' in message || 'method' in message).toBe(true);
    }
    expect(messages.find(({ id }) => id === 'the last')).toMatchObject({ result: {} });
    const last = rowsOf(home).filter((row) => titleOf(row.args_summary) === 'still alive');
    expect(last).toMatchObject([{ success: 1 }]);
  });

  it('starts a core on another port where the chosen one is taken', async () => {
    const home = tempHome();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ port }));
    const { client } = await stdioClient(home, '2025');
    await store(client, 'first');
    expect(new URL(coreOf(home).url).port).not.toBe(String(port));
  });

  it('moves on when a person starts a core where a background one serves', async () => {
    const home = tempHome();
    const { client } = await stdioClient(home, '2025');
    await store(client, 'in the background');
    const background = coreOf(home);
    const own = await startServe(home);
    // It has given the home away, and takes a moment to end.
    await expect.poll(() => isAlive(background.pid)).toBe(false);
    await store(client, 'in the open');
    expect(rowsOf(home)).toHaveLength(2);
    expect(own.pid).not.toBe(background.pid);
  });

  it('--no-start answers, says why, and exits with 1', async () => {
    const child = spawnStdio(tempHome(), '--no-start');
    child.stdin?.write(`${JSON.stringify(initialize)}\n`);
    const [answer] = (await once(child.stdout ?? child, 'data')) as [Buffer];
    expect(JSON.parse(answer.toString())).toMatchObject({ id: 0, error: { code: -32000 } });
    expect(await once(child, 'exit')).toEqual([1, null]);
  });

  it('ends when its output is closed', async () => {
    const home = tempHome();
    await startServe(home);
    const child = spawnStdio(home);
    child.stdout?.destroy();
    child.stdin?.write(`${JSON.stringify(modernCall(1))}\n`);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends with its parent, even while a call is under way', async () => {
    const home = tempHome();
    const core = await startServe(home);
    process.kill(core.pid, 'SIGSTOP');
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `const child = require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
        child.stdin.write(${JSON.stringify(`${JSON.stringify(modernCall(1))}\n[]\n`)});
        // The line that is no message is answered at once: the bridge runs.
        child.stdout.once('data', () => console.log(child.pid));`,
        cli,
        'stdio',
        '--home',
        home,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const [text] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(text.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !isAlive(pid), 'the bridge ended');
    process.kill(core.pid, 'SIGCONT');
  });

  it('names a client that says no name of its own', async () => {
    const home = tempHome();
    await startServe(home);
    const child = spawnStdio(home, '--client', 'Büro-Agent');
    const nameless = { ...initialize, params: { ...initialize.params, clientInfo: {} } };
    for (const message of [nameless, initialized, call(1)]) {
      child.stdin?.write(`${JSON.stringify(message)}\n`);
    }
    child.stdin?.end();
    await once(child, 'exit');
    expect(rowsOf(home)).toMatchObject([
      { client_name: 'Büro-Agent', client_info: 'mcp:b-ro-agent' },
    ]);
  });
});
