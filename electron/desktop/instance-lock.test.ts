import { lstatSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempHome } from '../testing/temp-home.ts';
import { dropForeignInstanceLock } from './instance-lock.ts';

const there = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

test.each([
  ['laptop-123', true],
  ['laptop-2-123', false],
  ['old-name-123', false],
])('g04: on “laptop” the lock of %s stays: %s', (target, stays) => {
  const home = tempHome();
  const lock = join(home, 'SingletonLock');
  symlinkSync(target, lock);
  dropForeignInstanceLock(home, 'laptop');
  expect(there(lock)).toBe(stays);
  dropForeignInstanceLock(join(home, 'none'), 'laptop');
});
