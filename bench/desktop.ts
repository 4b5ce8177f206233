import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findElectron } from '../e2e/support/app.ts';
import { startDisplay } from '../e2e/support/display.ts';

/** An Electron app that runs as a person starts it, looked at through its debugging port. */
export interface Desktop {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** When the process was started; milliseconds since 1970. */
  readonly started: number;
  close(): Promise<void>;
}

/** Starts the app in `folder` on a screen that nobody sees; gives up on one that opens no window in 60 s. */
export const startDesktop = async (
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Desktop> => {
  const executable = await findElectron();
  const display = await startDisplay();
  const person = await mkdtemp(join(tmpdir(), 'inkwatch-bench-person-'));
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const started = Date.now();
  const child = spawn(executable, ['--remote-debugging-port=0', ...root, resolve(folder)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: person,
      XDG_CONFIG_HOME: join(person, 'config'),
      LANG: 'en_US.UTF-8',
      ...(display.name === undefined ? {} : { DISPLAY: display.name }),
      ...env,
    },
  });
  const ended = once(child, 'exit');
  const close = async () => {
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(hard);
    await display.close();
    await rm(person, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const browser = await attach(await debuggingAddress(child.stderr));
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('the app has no page');
    const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: 60_000 }));
    return { page, cdp: await context.newCDPSession(page), started, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Attaching to a window that navigates meanwhile hangs once in a while: then it is tried again. */
async function attach(address: string, tries = 3): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(address, { timeout: 8_000 });
  } catch (error) {
    if (tries <= 1) throw error;
    return await attach(address, tries - 1);
  }
}

function debuggingAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  return new Promise((found, failed) => {
    stderr.on('data', (part: Buffer) => {
      text += part.toString('utf8');
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address !== undefined) found(address);
    });
    stderr.once('end', () => failed(new Error(`the app ended: ${text.slice(0, 2_000)}`)));
  });
}
