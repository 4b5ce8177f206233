import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBarePath, loginShellPath } from '../home/login-path.ts';

/** A core that was started in the background and outlives this process. */
export interface StartedCore {
  /** Why it ended; null while it runs. */
  failed(): string | null;
}

/** How to run this very program again: `node cli.js`, or the app's executable as Node. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

const loginShellLimitMs = 3000;
const longestReason = 500;

/** What the core started in the background says; made anew at each such start. */
const logFile = 'serve.log';

/**
 * Starts `serve` for this home, in a session of its own: it does not end with the client that started
 * us, holds none of its streams and does not keep its working folder busy.
 */
export async function startCore(home: string, program: Program): Promise<StartedCore> {
  const env = await coreEnvironment();
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const path = join(home, logFile);
  const log = openSync(path, 'w', 0o600);
  let failure: string | null = null;
  try {
    const args = [...program.args, 'serve', '--home', home, '--background'];
    const child = spawn(program.file, args, {
      env,
      cwd: home,
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    });
    child.once('error', (error) => {
      failure = error.message;
    });
    child.once('exit', (code, signal) => {
      failure = lastLine(path) ?? `it ended with ${signal ?? `exit code ${code}`}`;
    });
    child.unref();
  } finally {
    closeSync(log);
  }
  return { failed: () => failure };
}

/** A client that the desktop started has no PATH of a person's own, and the core runs upstream servers. */
async function coreEnvironment(): Promise<NodeJS.ProcessEnv> {
  // One client's token is nothing for the core that serves all of them, nor for what that starts.
  const { INKWATCH_TOKEN: _own, ...env } = process.env;
  if (!isBarePath(env.PATH)) return env;
  const path = await loginShellPath({ env: process.env, timeoutMs: loginShellLimitMs });
  return path === null ? env : { ...env, PATH: path };
}

function lastLine(path: string): string | null {
  try {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    return lines.at(-1)?.slice(-longestReason) || null;
  } catch {
    return null;
  }
}
