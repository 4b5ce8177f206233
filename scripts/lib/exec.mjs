import { spawn } from 'node:child_process';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs] the child is killed after this long
 * @property {'quiet' | 'stderr'} [output] keep the child's output, or pass it on to stderr
 */

/**
 * Runs a child to its end. Nothing it prints reaches stdout. Never rejects: a command that could not
 * start has code null and says why in `output`.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number | null, signal: string | null, output: string }>}
 */
export const run = (file, args, { cwd, env, timeoutMs, output = 'quiet' } = {}) =>
  new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // npm is a .cmd file on Windows, which only a shell can start.
      shell: process.platform === 'win32' && file.endsWith('.cmd'),
    });
    let text = '';
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      if (output === 'stderr') process.stderr.write(chunk);
      text = (text + chunk.toString()).slice(-200_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ code: null, signal: null, output: String(error.message) });
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, output: text });
    });
  });

/**
 * Runs npm itself: the one that started us, else the one on the path.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export const npm = (args, options) => {
  const own = process.env.npm_execpath;
  if (own?.endsWith('.js')) return run(process.execPath, [own, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
};

/**
 * Starts a child that takes over the terminal, passes signals on to it, and resolves to the exit code.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export const handOver = (file, args, env = process.env) =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', env });
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
