import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type LaunchOptions, launchApp, type RunningApp } from './app.ts';
import { startDisplay } from './display.ts';
import { makeHome } from './home.ts';
import { connectWriter, type Identity, type Writer } from './mcp.ts';
import { type NotificationOwner, type SessionBus, startSessionBus } from './session-bus.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Settings to write into the home before the app starts. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Who shows notifications on the test's private bus. */
  readonly notificationOwner: NotificationOwner;
  /** A folder of the test's own, removed afterwards. */
  readonly folder: string;
  readonly home: string;
  readonly bus: SessionBus;
  /** The apps that the test has started, in order. */
  readonly running: RunningApp[];
  /** Starts the app on `home`, again and again if need be; all are ended with the test. */
  readonly launch: (more?: Partial<LaunchOptions>) => Promise<RunningApp>;
  /** The app, started. */
  readonly app: RunningApp;
  /** Connects an official client to the app started last; all are closed with the test. */
  readonly connect: (identity: Identity, to?: RunningApp) => Promise<Writer>;
}

interface WorkerFixtures {
  readonly display: string | undefined;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true }],
  notificationOwner: ['dunst', { option: true }],
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const display = await startDisplay();
      await use(display.name);
      await display.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'inkwatch-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  home: async ({ folder, settings }, use) => {
    await use(await makeHome(join(folder, 'home'), settings));
  },
  bus: async ({ folder, display, notificationOwner }, use) => {
    const bus = await startSessionBus(join(folder, 'bus'), notificationOwner, display);
    await use(bus);
    await bus.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  running: async ({}, use) => {
    await use([]);
  },
  launch: async ({ folder, home, bus, display, running }, use, testInfo) => {
    const person = join(folder, 'person');
    await mkdir(person, { recursive: true, mode: 0o700 });
    await use(async (more = {}) => {
      const env = {
        DBUS_SESSION_BUS_ADDRESS: bus.address,
        ...(display === undefined ? {} : { DISPLAY: display }),
        ...more.env,
      };
      const app = await launchApp({ home, person, ...more, env });
      running.push(app);
      return app;
    });
    for (const [index, app] of running.entries()) {
      if (testInfo.status !== testInfo.expectedStatus) {
        await app.window
          .screenshot({ path: testInfo.outputPath(`window-${index}.png`), timeout: 5_000 })
          .catch(() => undefined);
        await testInfo.attach(`main-process-${index}.log`, { body: app.log() });
      }
      await app.quit().catch(() => undefined);
    }
  },
  app: async ({ launch }, use) => {
    await use(await launch());
  },
  connect: async ({ running }, use) => {
    const writers: Writer[] = [];
    await use(async (identity, to = running.at(-1)) => {
      if (to === undefined) throw new Error('no app was started that a client could connect to');
      const writer = await connectWriter(to.endpoint, identity);
      writers.push(writer);
      return writer;
    });
    await Promise.all(writers.map((writer) => writer.close().catch(() => undefined)));
  },
});
