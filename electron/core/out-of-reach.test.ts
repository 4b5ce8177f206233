import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '../audit/chain.ts';
import { readHighWater } from '../db/high-water.ts';
import { openReader } from '../db/open.ts';
import { readEndpointFile } from '../home/endpoint-file.ts';
import { homePaths } from '../home/paths.ts';
import { call, type TestCore, testCore } from '../testing/core.ts';
import { holdLedger } from '../testing/hold-ledger.ts';
import { canMount, smallDisk } from '../testing/small-disk.ts';
import { tempHome } from '../testing/temp-home.ts';

const store = (id: number, content = 'c') => call(id, 'memory_store', { title: `t${id}`, content });

const recorded = (text: string) => text.includes('document_id');
const recording = { kind: 'recording' } as const;
const soon = { timeout: 6000 };

const titles = ({ rows }: TestCore) =>
  rows()
    .toReversed()
    .map(({ tool_name, args_summary, error_message }) =>
      tool_name === 'ledger.gap' ? error_message : JSON.parse(args_summary ?? '{}').title,
    );

function whole(home: string): void {
  const { database, highWater } = homePaths(home);
  const reader = openReader(database);
  expect(verifyChain(reader, readHighWater(highWater))).toMatchObject({ kind: 'whole' });
  reader.close();
}

/** A home with two rows and a connection of its own, closed. */
async function usedHome(home = tempHome()) {
  const first = await testCore({ home });
  const headers = await first.session();
  await first.post(store(1), headers);
  await first.post(store(2), headers);
  const { headers: way } = await first.connection('Editor');
  await first.core.close();
  return { home, way };
}

describe('another process keeps the file to itself when Inkwatch starts (case c02)', () => {
  it('it starts, says so, refuses and counts, and records by itself once the file is free', async () => {
    const { home, way } = await usedHome();
    const held = await holdLedger(homePaths(home).database, 'alone');
    const test = await testCore({ home });
    const { core, post } = test;
    expect(core.recording()).toMatchObject({
      kind: 'not-recording',
      why: expect.stringContaining('another program is holding the ledger file'),
    });
    const session = await test.session();
    expect(recorded((await post(store(3), session)).text)).toBe(false);
    expect((await post({ jsonrpc: '2.0', id: 0, method: 'ping' }, session)).status).toBe(200);
    expect(core.recording()).toMatchObject({ lost: 1 });

    await held.release();
    await expect.poll(core.recording, soon).toEqual(recording);
    expect(core.ledger()).toEqual({ kind: 'ok' });
    // What could not be read at the start is known now: the connection's token opens its session.
    const own = await test.session('editor', '1', way);
    expect(recorded((await post(store(4), own)).text)).toBe(true);
    expect(titles(test)).toEqual(['t1', 't2', expect.stringMatching(/^1 call between/), 't4']);
    whole(home);
  });
});

describe('the file or its folder goes away under a running core', () => {
  const everything = ['t1', 't2', 't3', 't4'];

  it('a deleted file is written again with all its rows, and the window is told', async () => {
    const { home } = await usedHome();
    const test = await testCore({ home });
    const session = await test.session();
    await test.post(store(3), session);
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${homePaths(home).database}${suffix}`);
    expect(recorded((await test.post(store(4), session)).text)).toBe(true);
    expect(titles(test)).toEqual(everything);
    expect(test.core.ledger()).toMatchObject({
      kind: 'ok',
      warning: expect.stringContaining('moved or deleted while Inkwatch was running'),
    });
    await test.core.close();
    whole(home);
  });

  it('a deleted file whose log was left behind does not get that log', async () => {
    const { home } = await usedHome();
    const test = await testCore({ home });
    const session = await test.session();
    await test.post(store(3), session);
    rmSync(homePaths(home).database);
    await test.post(store(4), session);
    expect(titles(test)).toEqual(everything);
    whole(home);
  });

  it('without a write it is noticed as well, within two seconds', async () => {
    const { home } = await usedHome();
    const { core } = await testCore({ home });
    rmSync(homePaths(home).database);
    await expect
      .poll(() => core.ledger(), { timeout: 2000 })
      .toMatchObject({ warning: expect.stringContaining('moved or deleted') });
  });

  it('a deleted folder: nothing is lost, and the home has its lock, token and address again', async () => {
    const { home } = await usedHome();
    const test = await testCore({ home });
    const session = await test.session();
    await test.post(store(3), session);
    rmSync(home, { recursive: true });
    expect(recorded((await test.post(store(4), session)).text)).toBe(true);
    expect(titles(test)).toEqual(everything);
    await expect
      .poll(() => readEndpointFile(homePaths(home).endpoint)?.url, { timeout: 3000 })
      .toBe(test.url);
    await expect(testCore({ home })).rejects.toThrow('already using');
    whole(home);
  });

  it('another file in its place: both are kept, and what is missing in it is said', async () => {
    const { home } = await usedHome();
    const { database } = homePaths(home);
    const backup = join(tempHome(), 'backup.db');
    copyFileSync(database, backup);
    const test = await testCore({ home });
    const session = await test.session();
    await test.post(store(3), session);
    renameSync(backup, database);
    for (const suffix of ['-wal', '-shm']) rmSync(`${database}${suffix}`);
    expect(recorded((await test.post(store(4), session)).text)).toBe(true);
    expect(titles(test)).toEqual(['t1', 't2', 't4']);
    expect(test.core.ledger()).toMatchObject({
      kind: 'ok',
      warning: expect.stringMatching(/another file was put in the place.*replaced-/is),
    });
    const [kept = ''] = readdirSync(home).filter((name) => /replaced-.*\.db$/.test(name));
    const reader = openReader(join(home, kept));
    expect(reader.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 3 });
    reader.close();
  });
});

describe('a data folder that cannot be made', () => {
  it('it starts without one, says so, and records once the way is free', async () => {
    const parent = join(tempHome(), 'in the way');
    writeFileSync(parent, 'a file');
    const test = await testCore({ home: join(parent, 'home') });
    expect(test.core.recording()).toMatchObject({ kind: 'not-recording' });
    const session = await test.session();
    expect(recorded((await test.post(store(1), session)).text)).toBe(false);
    rmSync(parent);
    mkdirSync(parent);
    await expect.poll(test.core.recording, soon).toEqual(recording);
    expect(recorded((await test.post(store(2), session)).text)).toBe(true);
    expect(titles(test)).toEqual([expect.stringMatching(/^1 call between/), 't2']);
    await expect
      .poll(() => readEndpointFile(homePaths(test.core.home).endpoint)?.url)
      .toBe(test.url);
  });
});

describe.skipIf(!canMount)(
  'a disk that is full or read-only (needs a Linux where tests may mount)',
  () => {
    it('case c03: full at the start, then full again: said plainly, counted, and told in one row each', async () => {
      const disk = smallDisk(4);
      const home = join(disk.folder, 'home');
      await usedHome(home);
      disk.fill();
      const test = await testCore({ home });
      const { core, post } = test;
      expect(core.recording()).toMatchObject({ why: expect.stringContaining('the disk is full') });
      const session = await test.session();
      for (const id of [3, 4]) expect(recorded((await post(store(id), session)).text)).toBe(false);
      disk.free();
      await expect.poll(core.recording, soon).toEqual(recording);
      expect(core.ledger()).toEqual({ kind: 'ok' });

      disk.fill(200_000);
      const heavy = 'x'.repeat(20_000);
      const answers: boolean[] = [];
      for (let id = 5; id < 40; id += 1) {
        answers.push(recorded((await post(store(id, heavy), session)).text));
      }
      const lost = answers.filter((one) => !one).length;
      expect(lost).toBeGreaterThan(5);
      expect(core.recording()).toMatchObject({
        kind: 'not-recording',
        lost,
        why: 'the disk is full; free some space',
      });
      disk.free();
      await expect.poll(core.recording, soon).toEqual(recording);
      await expect
        .poll(() => titles(test).filter((title) => / left no row: /.test(title)))
        .toEqual([
          expect.stringMatching(/^2 calls between .*: the disk is full/),
          expect.stringMatching(
            new RegExp(`^${lost} calls between .*: the disk is full; free some`),
          ),
        ]);
      // No answered write without its row, and none more.
      expect(test.rows({ success_only: true })).toHaveLength(2 + answers.length - lost);
      await core.close();
      whole(home);
    });

    it('case c06: a read-only disk is shown as it is, and written once it may be', async () => {
      const disk = smallDisk(4);
      const home = join(disk.folder, 'home');
      await usedHome(home);
      disk.remount('ro');
      const test = await testCore({ home });
      expect(test.core.recording()).toMatchObject({ kind: 'not-recording' });
      expect(test.core.ledger().kind).not.toBe('ok');
      const session = await test.session();
      expect(recorded((await test.post(store(3), session)).text)).toBe(false);
      disk.remount('rw');
      await expect.poll(test.core.recording, soon).toEqual(recording);
      const all = ['t1', 't2', expect.stringMatching(/^1 call between/)];
      await expect.poll(() => titles(test)).toEqual(all);
    });
  },
);
