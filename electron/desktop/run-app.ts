import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Core } from '../core.ts';
import { createLog } from '../home/log.ts';
import { resolveHome, sampleHome } from '../home/paths.ts';
import { drainOnEveryEnd } from './ends.ts';
import { parseFlags } from './flags.ts';
import { guardContents } from './guards.ts';
import { dropForeignInstanceLock } from './instance-lock.ts';
import { type Opening, openWindow } from './opening.ts';
import { askAboutProblem } from './problem.ts';
import { createQuitter } from './quit.ts';
import { registerScheme } from './scheme.ts';
import type { Shell } from './shell.ts';

/** A drain that takes longer is cut: the process is gone within 5 s (case g06). */
const QUIT_MS = 4800;

const flags = parseFlags(process.argv.slice(1), process.cwd());
const home =
  flags.home === null && flags.sample ? sampleHome(resolveHome(null)) : resolveHome(flags.home);
let log = createLog({ level: 'info', secrets: [] });
let core: Core | null = null;
let shell: Shell | null = null;
let opening: Opening | null = null;

const quitter = createQuitter({
  deadlineMs: QUIT_MS,
  exit: (code) => app.exit(code),
  log: {
    info: (details, what) => log.info(details, what),
    error: (details, what) => log.error(details, what),
  },
  drain: async () => {
    await shell?.close();
    await (await starting?.catch(() => null))?.close();
  },
});

/** True: this process owns the home's desktop. Nothing of the home is opened before. */
function takeInstanceLock(): boolean {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  // The lock lies in userData, so it is one per home.
  app.setPath('userData', home);
  // What Chromium keeps for itself stays out of the person's way.
  const chromium = join(home, 'chromium');
  mkdirSync(chromium, { recursive: true });
  app.setPath('sessionData', chromium);
  app.setPath('crashDumps', chromium);
  dropForeignInstanceLock(home);
  return app.requestSingleInstanceLock({ hidden: flags.hidden });
}

/** The core while it starts, so that a quit meanwhile waits for it and closes it. */
let starting: Promise<Core> | null = null;

/** The window first, the core beside it: what the core needs is read while the window's process starts. */
async function start(): Promise<void> {
  const tell = (what: string, details: object = {}): void => log.warn(details, what);
  const made = openWindow({ home, flags, quitter, log: tell });
  opening = made;
  await made.lookedAt;
  const { startCore } = await import('./start-core.ts');
  const { startShell } = await import('./shell.ts');
  while (core === null) {
    if (quitter.quitting()) return;
    try {
      starting = startCore(home, flags, made.lanes);
      core = await starting;
    } catch (error) {
      starting = null;
      log.error({ err: error }, 'could not start');
      if ((await askAboutProblem(error)) === 'quit') return quitter.quit('could not start', 1);
    }
  }
  if (quitter.quitting()) return;
  log = createLog({ level: 'info', secrets: [core.token] });
  shell = await startShell({ core, opening: made, flags, log, quitter });
}

function run(): void {
  registerScheme();
  guardContents((what) => log.warn(what));
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const hidden = typeof data === 'object' && data !== null && 'hidden' in data && data.hidden;
    if (hidden === true) return;
    opening?.main.show();
  });
  // Not awaited: Electron waits for this module before it becomes ready.
  void app.whenReady().then(() => {
    drainOnEveryEnd(quitter);
    return start();
  });
}

/** Takes the home's desktop, or hands over to the process that has it and ends. */
export function runApp(): void {
  app.setName('Inkwatch');
  // Without it Windows shows no notification and no tray name (case f05).
  app.setAppUserModelId('app.inkwatch.desktop');
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error');
    quitter.quit('unexpected error', 1);
  });
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'a promise failed unheard'),
  );

  try {
    if (takeInstanceLock()) run();
    else app.exit(0);
  } catch (error) {
    // A home that cannot be made: there is nothing to lock, and nothing was opened.
    log.error({ err: error }, 'the home cannot be used');
    void app
      .whenReady()
      .then(() => askAboutProblem(error))
      .then(() => app.exit(1));
  }
}
