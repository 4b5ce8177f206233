import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';

/** Folders that a program gets which nobody started from a shell. */
const systemFolders: ReadonlySet<string> = new Set([
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/usr/games',
  '/usr/local/games',
  '/snap/bin',
]);

/** True where PATH holds nothing of a person's own: npx from a version manager would not be found (case h04). */
export function isBarePath(path: string | undefined, platform = process.platform): boolean {
  if (platform === 'win32') return false;
  return (path ?? '').split(':').every((folder) => folder === '' || systemFolders.has(folder));
}

export interface LoginPathOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

/**
 * PATH as the person's login shell sets it; null where the shell does not say it in time. The shell
 * reads its start files and may print what it likes: only what stands between two marks counts.
 */
export function loginShellPath({ env, timeoutMs }: LoginPathOptions): Promise<string | null> {
  const mark = `inkwatch-${randomBytes(8).toString('hex')}`;
  const shell = env.SHELL ?? userInfo().shell ?? '/bin/sh';
  return new Promise((resolve) => {
    // `printenv` instead of "$PATH": fish joins lists its own way. A session of its own, so that an
    // interactive shell finds no terminal and everything it started can be ended at once.
    const child = spawn(shell, ['-i', '-l', '-c', `echo ${mark}; printenv PATH; echo ${mark}`], {
      env: { ...env, TERM: 'dumb' },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    let text = '';
    const finish = (path: string | null): void => {
      clearTimeout(timer);
      resolve(path);
    };
    const timer = setTimeout(() => {
      if (child.pid !== undefined) endGroup(child.pid);
      child.stdout.destroy();
      finish(null);
    }, timeoutMs);
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString('utf8');
      const [, between, after] = text.split(`${mark}\n`);
      // Start files may leave something running that holds the pipe: two marks are enough.
      if (after !== undefined) finish(usable(between));
    });
    child.once('error', () => finish(null));
    child.once('close', () => finish(null));
  });
}

function usable(between: string | undefined): string | null {
  const path = between?.trim() ?? '';
  return path === '' || path.includes('\n') ? null : path;
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
