import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'inkwatch-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('lets one holder in at a time', async () => {
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  const lock = join(folder, 'one');
  await Promise.all([1, 2, 3].map(() => withLock(lock, 'is testing', work)));
  expect(most).toBe(1);
  expect(existsSync(lock)).toBe(false);
});

it('gives the lock back when the work fails', async () => {
  const lock = join(folder, 'two');
  await expect(withLock(lock, 'x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lock)).toBe(false);
});

it('takes over from a process that died while it held the lock', async () => {
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  const lock = join(folder, 'three');
  mkdirSync(lock);
  writeFileSync(join(lock, 'pid'), String(dead.pid));
  expect(await withLock(lock, 'is testing', async () => 'done')).toBe('done');
});
