import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

export type FoundCommand =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly why: string };

/** `~` and `~/…` as a shell would read them: configuration files are written by people. */
export function expandHome(path: string): string {
  return path === '~' || /^~[\\/]/.test(path) ? join(homedir(), path.slice(1)) : path;
}

export interface FindOptions {
  /** PATH as the command will see it. */
  readonly path: string;
  readonly cwd: string;
  readonly platform?: NodeJS.Platform;
  /** Endings that Windows tries, as its PATHEXT says. */
  readonly pathExt?: string;
}

/**
 * Looks a command up before it is started, since the system's own answer (ENOENT) names neither the
 * command nor the folders searched, nor tells a missing working folder from a missing program (case h04).
 */
export async function findCommand(command: string, options: FindOptions): Promise<FoundCommand> {
  const { path, cwd, platform = process.platform } = options;
  const folder = await stat(cwd).catch(() => null);
  if (folder === null) return { ok: false, why: `its working folder ${cwd} does not exist` };
  if (!folder.isDirectory()) return { ok: false, why: `its working folder ${cwd} is no folder` };

  const endings =
    platform === 'win32' ? ['', ...(options.pathExt ?? '.EXE;.CMD;.BAT;.COM').split(';')] : [''];
  const named = expandHome(command);
  if (isAbsolute(named) || named.includes('/') || (platform === 'win32' && named.includes('\\'))) {
    const file = resolve(cwd, named);
    const found = await firstRunnable([file], endings);
    if (found !== null) return { ok: true, file: found };
    const exists = await stat(file).catch(() => null);
    const why =
      exists === null
        ? `the program ${file} does not exist`
        : exists.isFile()
          ? `${file} may not be run (it is not executable)`
          : `${file} is no program`;
    return { ok: false, why };
  }
  const folders = path.split(delimiter).filter((one) => one !== '');
  const found = await firstRunnable(
    folders.map((one) => join(resolve(cwd, one), named)),
    endings,
  );
  if (found !== null) return { ok: true, file: found };
  const searched = folders.length === 0 ? 'PATH is empty' : `searched in ${folders.join(', ')}`;
  return { ok: false, why: `the program "${command}" was not found (${searched})` };
}

async function firstRunnable(
  files: readonly string[],
  endings: readonly string[],
): Promise<string | null> {
  for (const file of files) {
    for (const ending of endings) {
      const whole = `${file}${ending}`;
      const isFile = await stat(whole).then(
        (found) => found.isFile(),
        () => false,
      );
      if (!isFile) continue;
      const mayRun = await access(whole, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (mayRun) return whole;
    }
  }
  return null;
}
