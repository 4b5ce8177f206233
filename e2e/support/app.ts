import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { at } from '../../scripts/lib/project.mjs';
import type { InkwatchApi } from '../../shared/ipc.ts';
import { type Endpoint, endpointOf } from './home.ts';

declare global {
  interface Window {
    /** What the preload puts there: for code that tests run inside the page. */
    readonly inkwatch: InkwatchApi;
  }
}

/** The desktop app under test. */
export interface RunningApp {
  readonly electron: ElectronApplication;
  readonly window: Page;
  readonly endpoint: Endpoint;
  readonly home: string;
  /** What the main process printed. */
  readonly log: () => string;
  /** Quits as a person does and waits until the process is gone; gives the milliseconds that took. */
  readonly quit: () => Promise<number>;
}

export interface LaunchOptions {
  readonly home: string;
  /** Everything that the app may see of a person: HOME, XDG folders and Electron's own data live here. */
  readonly person: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The packaged program; without it the project's own Electron runs the project's folder. */
  readonly executable?: string;
}

let electronPath: Promise<string> | undefined;

/** The Electron that `npm start` takes; asked for once per worker, since it may have to be unpacked. */
export const findElectron = (): Promise<string> => {
  electronPath ??= promisify(execFile)(process.execPath, [at('scripts/electron-path.mjs')]).then(
    ({ stdout }) => stdout.trim(),
  );
  return electronPath;
};

/** The environment of the app: nothing of this machine's person, everything below `person`. */
export const appEnvironment = (
  { home, person }: Pick<LaunchOptions, 'home' | 'person'>,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: person,
  XDG_CONFIG_HOME: join(person, 'config'),
  XDG_DATA_HOME: join(person, 'data'),
  XDG_CACHE_HOME: join(person, 'cache'),
  XDG_RUNTIME_DIR: person,
  LANG: 'en_US.UTF-8',
  TZ: 'Europe/Berlin',
  INKWATCH_HOME: home,
  ...more,
});

/** The arguments before the app's own: the project's folder, and root's missing sandbox. */
export const appArguments = (executable: string | undefined): string[] => [
  ...(executable === undefined ? [at()] : []),
  // Chromium refuses its sandbox to root, which is what CI and containers run as.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The same for a start by Playwright: the project's app behind Playwright's loader (electron-app/boot.mjs says why). */
export const playwrightArguments = (executable?: string): string[] => [
  ...(executable === undefined ? [at('e2e/support/electron-app')] : []),
  ...appArguments(executable ?? ''),
];

/** Starts the app and waits until its window is there and its endpoint serves. */
export const launchApp = async (options: LaunchOptions): Promise<RunningApp> => {
  const { home, executable, env = {}, args = [] } = options;
  const electron = await _electron.launch({
    executablePath: executable ?? (await findElectron()),
    args: [...playwrightArguments(executable), ...args],
    env: appEnvironment(options, env),
    timeout: 60_000,
  });
  let log = '';
  const child = electron.process();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      log += part.toString('utf8');
    });
  }
  const window = await electron.firstWindow();
  const endpoint = await endpointOf(home);
  return {
    electron,
    window,
    endpoint,
    home,
    log: () => log,
    quit: async () => {
      const from = performance.now();
      await electron.close();
      return performance.now() - from;
    },
  };
};
