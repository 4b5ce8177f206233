import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** The app's name in the folders that operating systems keep per program; equals Electron's `userData`. */
const APP_FOLDER = 'Inkwatch';

/** Where a process stands: parameters, so that every platform is tested on one. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  readonly cwd: string;
}

/** Absolute paths of everything that a home holds. */
export interface HomePaths {
  readonly home: string;
  readonly database: string;
  /** Held by the one process that serves this home; `corePid` says which. */
  readonly coreLock: string;
  readonly corePid: string;
  readonly token: string;
  /** Of the person's own commands; clients never get it. */
  readonly controlToken: string;
  readonly endpoint: string;
  readonly settings: string;
  /** Highest id and hash at the last clean moment, kept outside the database. */
  readonly highWater: string;
  /** Calls that left no row, in case the process ends before a row can say so. */
  readonly losses: string;
  /** Which processes of servers behind the gateway run, for the start after a `kill -9`. */
  readonly upstreamRuns: string;
  /** Secrets of the servers behind the gateway. */
  readonly secrets: string;
  /** Originals of clients' files that were changed. */
  readonly clientBackups: string;
}

const here = (): Surroundings => ({
  env: process.env,
  platform: process.platform,
  homeFolder: homedir(),
  cwd: process.cwd(),
});

/** The data folder where nobody named one. */
export function defaultHome(where: Surroundings = here()): string {
  const { env, homeFolder } = where;
  // An XDG variable that is not absolute has to be ignored (XDG Base Directory, "Basics").
  const xdg = env.XDG_CONFIG_HOME;
  switch (where.platform) {
    case 'darwin':
      return join(homeFolder, 'Library', 'Application Support', APP_FOLDER);
    case 'win32':
      return join(env.APPDATA ?? join(homeFolder, 'AppData', 'Roaming'), APP_FOLDER);
    default:
      return join(
        xdg !== undefined && isAbsolute(xdg) ? xdg : join(homeFolder, '.config'),
        APP_FOLDER,
      );
  }
}

/**
 * The data folder: the one named (`--home`), else `INKWATCH_HOME`, else the default. Relative ones
 * resolve against the working folder once, so that a later change of folder moves nothing (case b04).
 */
export function resolveHome(named: string | null, where: Surroundings = here()): string {
  const chosen = [named, where.env.INKWATCH_HOME].find(
    (folder) => folder !== null && folder !== undefined && folder.trim() !== '',
  );
  return chosen ? resolve(where.cwd, chosen) : defaultHome(where);
}

/** Names of all files of a home. */
export function homePaths(home: string): HomePaths {
  return {
    home,
    database: join(home, 'inkwatch.db'),
    coreLock: join(home, 'core.lock'),
    corePid: join(home, 'core.pid'),
    token: join(home, 'token'),
    controlToken: join(home, 'control-token'),
    endpoint: join(home, 'endpoint.json'),
    settings: join(home, 'settings.json'),
    highWater: join(home, 'high-water.json'),
    losses: join(home, 'losses.json'),
    upstreamRuns: join(home, 'upstream-runs.json'),
    secrets: join(home, 'secrets.json'),
    clientBackups: join(home, 'client-backups'),
  };
}

/** The home of the sample data beside a person's own. */
export function sampleHome(home: string): string {
  return join(home, 'sample');
}
