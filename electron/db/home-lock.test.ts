import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { homePaths } from '../home/paths.ts';
import { tempHome } from '../testing/temp-home.ts';
import { HomeInUseError, lockHome } from './home-lock.ts';

const holdInAnotherProcess = async (home: string) => {
  const { coreLock, corePid } = homePaths(home);
  const child = spawn(process.execPath, [
    '-e',
    `const d = new (require('better-sqlite3'))(${JSON.stringify(coreLock)}); d.exec('BEGIN EXCLUSIVE');
     require('fs').writeFileSync(${JSON.stringify(corePid)}, String(process.pid));
     console.log('holding'); setInterval(() => d.open, 1000)`,
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
};

test('the lock makes the folder, says which process holds it, and is given back', () => {
  const home = join(tempHome(), 'new');
  const files = homePaths(home);
  const lock = lockHome(files);
  expect(readFileSync(files.corePid, 'utf8').trim()).toBe(String(process.pid));
  expect(() => lockHome(files)).toThrow(HomeInUseError);
  lock.release();
  lock.release();
  expect(existsSync(files.corePid)).toBe(false);
  lockHome(files).release();
});

test('a second process is refused and told who holds the home', async () => {
  const home = tempHome();
  const child = await holdInAnotherProcess(home);
  expect(() => lockHome(homePaths(home))).toThrow(
    new RegExp(`process ${child.pid}\\) is already using .*--home`),
  );
});

test('case g04-second-instance-boots: a frozen holder still holds, and a killed one leaves no stale lock', async () => {
  const home = tempHome();
  const child = await holdInAnotherProcess(home);
  child.kill('SIGSTOP');
  expect(() => lockHome(homePaths(home))).toThrow(HomeInUseError);
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockHome(homePaths(home)).release();
});

test('two homes do not know of each other', () => {
  const one = lockHome(homePaths(tempHome()));
  const other = lockHome(homePaths(tempHome()));
  one.release();
  other.release();
});
