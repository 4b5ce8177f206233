import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCore } from '../core.ts';
import { lockHome } from '../db/home-lock.ts';
import { homePaths } from '../home/paths.ts';
import { readSettings } from '../home/settings-store.ts';
import { testCore } from '../testing/core.ts';
import { tempHome } from '../testing/temp-home.ts';
import { askCore } from './with-core.ts';

const contextOf = (home: string) => ({
  home: () => home,
  version: '1.2.3',
  program: { file: '', args: [] },
});

test('a running core is asked, and hears of it at once', async () => {
  const { core } = await testCore();
  await askCore(contextOf(core.home), 'settings:set', { policy: { readOnly: true } });
  expect(core.settings().policy.readOnly).toBe(true);
});

test('without a running core the same is done here, and the home is free again', async () => {
  const home = tempHome();
  await askCore(contextOf(home), 'settings:set', { policy: { writesPerHour: 7 } });
  expect(readSettings(homePaths(home).settings).policy.writesPerHour).toBe(7);
  lockHome(homePaths(home)).release();
});

test('the address that a killed core left behind is nobody’s', async () => {
  const home = tempHome();
  const core = await createCore({ home, version: '1', port: 0, logLevel: 'silent' });
  const { url } = core;
  await core.close();
  const left = { url, token: 'x', pid: process.pid, version: '1' };
  writeFileSync(homePaths(home).endpoint, JSON.stringify(left));
  await expect(askCore(contextOf(home), 'settings:get', {})).resolves.toMatchObject({ port: 7465 });
});

test('a refusal is an error with what the core said', async () => {
  const { core } = await testCore();
  const asked = askCore(contextOf(core.home), 'settings:set', { port: 99_999 });
  await expect(asked).rejects.toThrow(/port/);
});

test('a process that has the home open and serves nothing is named', async () => {
  const home = tempHome();
  const lock = lockHome(homePaths(home));
  try {
    await expect(askCore(contextOf(home), 'settings:get', {})).rejects.toThrow(
      `Process ${process.pid} has this data folder open`,
    );
  } finally {
    lock.release();
  }
});
