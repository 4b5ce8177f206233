import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** A path inside the project. @param {string[]} parts */
export const at = (...parts) => join(root, ...parts);

/**
 * Says one line to the person. Always on stderr: stdout belongs to the command (`--json`, the ready line).
 * @param {string} line
 */
export const say = (line) => {
  process.stderr.write(`inkwatch: ${line}\n`);
};

/** Where downloads that a second clone can use again are kept. */
export const userCache = () => {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'inkwatch', 'Cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'inkwatch');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'inkwatch');
};

/** A failure that is told in one line, without a stack. */
export class PlainError extends Error {}

/**
 * Runs a command's body: a `PlainError` becomes one line and exit code 1.
 * @param {() => Promise<void>} body
 */
export const command = async (body) => {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
};
