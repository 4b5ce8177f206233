import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, posix, win32 } from 'node:path';

/** Where clients keep their files: parameters, so that every system is tested on one. */
export interface ClientSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  /** Names in a folder; none where it cannot be listed. */
  list(folder: string): readonly string[];
  /** `unknown` where something is there that cannot be looked at. */
  standing(path: string): 'file' | 'folder' | 'absent' | 'unknown';
}

/** This machine's own. */
export function ownSurroundings(): ClientSurroundings {
  return {
    env: process.env,
    platform: process.platform,
    homeFolder: homedir(),
    list(folder) {
      try {
        return readdirSync(folder).sort();
      } catch {
        return [];
      }
    },
    standing(path) {
      try {
        const found = statSync(path);
        return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'unknown';
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code;
        return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'unknown';
      }
    },
  };
}

/** Folders that systems and clients name by variables; all absolute, in the system's own spelling. */
export interface KnownFolders {
  readonly home: string;
  /** Where programs keep what a person sets: `%APPDATA%`, `~/Library/Application Support`, `~/.config`. */
  readonly config: string;
  /** `$XDG_CONFIG_HOME` or `~/.config`, also on a Mac. */
  readonly xdg: string;
  readonly localAppData: string;
  join(...parts: readonly string[]): string;
}

export function knownFolders({ env, platform, homeFolder }: ClientSurroundings): KnownFolders {
  const path = platform === 'win32' ? win32 : posix;
  const set = (name: string): string | null => {
    const value = env[name];
    // A relative one would mean another folder in each process.
    return value !== undefined && (path.isAbsolute(value) || isAbsolute(value)) ? value : null;
  };
  const dotConfig = path.join(homeFolder, '.config');
  const xdg = set('XDG_CONFIG_HOME') ?? dotConfig;
  const config =
    platform === 'win32'
      ? (set('APPDATA') ?? path.join(homeFolder, 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? path.join(homeFolder, 'Library', 'Application Support')
        : xdg;
  return {
    home: homeFolder,
    config,
    xdg,
    localAppData: set('LOCALAPPDATA') ?? path.join(homeFolder, 'AppData', 'Local'),
    join: (...parts) => path.join(...parts),
  };
}
