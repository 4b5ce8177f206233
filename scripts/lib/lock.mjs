import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PlainError, say } from './project.mjs';

const limitMs = 20 * 60_000;

/**
 * True when the process that holds the lock is gone.
 * @param {string} folder
 */
const abandoned = (folder) => {
  try {
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code;
    if (code === 'EPERM') return false;
    if (code === 'ESRCH') return true;
    // No pid yet: its owner is between two calls, or died between them.
    try {
      return Date.now() - statSync(folder).mtimeMs > 10_000;
    } catch {
      return false;
    }
  }
};

/**
 * Runs `work` while no other process of this machine holds the same lock. Two commands that start at
 * once must not both install or build into one folder.
 * @template T
 * @param {string} folder the lock itself; made and removed here
 * @param {string} what said while waiting
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withLock = async (folder, what, work) => {
  mkdirSync(dirname(folder), { recursive: true });
  const deadline = Date.now() + limitMs;
  for (let told = false; ; ) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    if (abandoned(folder)) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (Date.now() > deadline)
      throw new PlainError(`gave up waiting for another process that ${what}`);
    if (!told) say(`waiting for another process that ${what}`);
    told = true;
    await delay(100);
  }
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  try {
    writeFileSync(join(folder, 'pid'), String(process.pid));
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
};
