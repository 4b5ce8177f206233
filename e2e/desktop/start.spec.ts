import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { ownName } from '../../electron/testing/bus-stub.ts';
import {
  appArguments,
  appEnvironment,
  findElectron,
  playwrightArguments,
  type RunningApp,
} from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { endpointOf, makeHome } from '../support/home.ts';
import { until } from '../support/poll.ts';
import { serve } from '../support/serve.ts';

const trayWatcher = 'org.kde.StatusNotifierWatcher';

const displayOf = (app: RunningApp): Promise<{ DISPLAY: string }> =>
  app.electron.evaluate(() => ({ DISPLAY: process.env.DISPLAY ?? '' }));

/** Starts the app once more on the same home, as a person would; gives exit code, output and milliseconds. */
const startAgain = async (app: RunningApp, folder: string, ...args: readonly string[]) => {
  const from = performance.now();
  const env = {
    ...appEnvironment({ home: app.home, person: join(folder, 'person') }),
    ...(await displayOf(app)),
  };
  const child = spawn(app.electron.process().spawnfile, [...appArguments(undefined), ...args], {
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      output += part.toString();
    });
  }
  const [code] = await once(child, 'exit');
  return { code, output, ms: performance.now() - from };
};

/** Hides the window once it has been shown, so that nothing shows it afterwards by itself. */
const hideWindow = async (app: RunningApp): Promise<void> => {
  await until('the window to be shown', async () => (await visible(app)) || undefined);
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  expect(await visible(app)).toBe(false);
};

const visible = (app: RunningApp): Promise<boolean> =>
  app.electron.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false,
  );

test('the window opens under its own scheme and shows where clients connect', async ({ app }) => {
  expect(app.window.url()).toBe('inkwatch://app/');
  await expect(app.window).toHaveTitle('Inkwatch');
  await expect(app.window.getByText(new URL(app.endpoint.url).host).first()).toBeVisible();
  expect(await visible(app)).toBe(true);
});

test('g04: a second start brings the first forward and exits without touching the home', async ({
  app,
  folder,
  home,
}) => {
  const files = ['inkwatch.db', 'inkwatch.db-wal', 'endpoint.json', 'core.pid'];
  const marks = async (): Promise<unknown> =>
    Promise.all(
      files.map(async (name) => {
        const { ino, mtimeMs, size } = await stat(join(home, name));
        return { name, ino, mtimeMs, size };
      }),
    );
  await hideWindow(app);
  const before = await marks();
  for (const odd of [[], ['--weird=1', '-x', '\u202e'], ['inkwatch://app/../..']]) {
    const { code, output, ms } = await startAgain(app, folder, ...odd);
    expect(code).toBe(0);
    // A start that got as far as the core or the log would have said something.
    expect(output).not.toContain('"level"');
    expect(ms).toBeLessThan(5000);
  }
  await until('the first window to be shown again', async () => (await visible(app)) || undefined);
  expect(await marks()).toEqual(before);
  expect(app.electron.windows()).toHaveLength(1);
});

test('g04: another home is another app', async ({ app, launch, folder }) => {
  const elsewhere = await makeHome(join(folder, 'other'));
  const other = await launch({ home: elsewhere });
  expect(other.endpoint.url).not.toBe(app.endpoint.url);
  expect(other.endpoint.pid).not.toBe(app.endpoint.pid);
});

test('a second start of a tray-only app stays out of sight when it is hidden itself', async ({
  app,
  folder,
}) => {
  await hideWindow(app);
  expect((await startAgain(app, folder, '--hidden')).code).toBe(0);
  expect(await visible(app)).toBe(false);
});

test('a home that is being served elsewhere is said in plain words, and left alone', async ({
  app,
  folder,
}) => {
  const other = join(folder, 'served');
  const core = await serve(other);
  const second = spawn(app.electron.process().spawnfile, appArguments(undefined), {
    env: {
      ...appEnvironment({ home: other, person: join(folder, 'person') }),
      ...(await displayOf(app)),
    },
  });
  let log = '';
  second.stderr.on('data', (part: Buffer) => {
    log += part.toString();
  });
  try {
    await until('the app to say why', () => /already using/.test(log) || undefined);
    // It asks what to do, and until then neither serves nor takes the home.
    expect(second.exitCode).toBeNull();
    expect((await endpointOf(other)).pid).toBe(core.endpoint.pid);
  } finally {
    const gone = once(second, 'exit');
    second.kill('SIGTERM');
    await gone;
    expect(await core.stop()).toBe(0);
  }
});

test('--hidden starts in the tray; a second start opens the window', async ({
  bus,
  display,
  folder,
  home,
}) => {
  const tray = await ownName(bus.address.replace(/^unix:path=|,.*$/g, ''), trayWatcher, () => [
    { type: 'v', value: true },
  ]);
  const person = join(folder, 'person');
  const env = appEnvironment(
    { home, person },
    {
      DBUS_SESSION_BUS_ADDRESS: bus.address,
      ...(display === undefined ? {} : { DISPLAY: display }),
    },
  );
  const electron = await _electron.launch({
    executablePath: await findElectron(),
    args: [...playwrightArguments(), '--hidden'],
    env,
  });
  await endpointOf(home);
  expect(electron.windows()).toHaveLength(0);
  const opened = electron.waitForEvent('window');
  const second = spawn(await findElectron(), appArguments(undefined), { env });
  expect((await once(second, 'exit'))[0]).toBe(0);
  expect((await opened).url()).toBe('inkwatch://app/');
  await electron.close();
  tray.close();
});

test('a port that is taken keeps the window open, which says so, and nothing is served', async ({
  bus,
  display,
  folder,
}) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const home = await makeHome(join(folder, 'home'), { port });
  const electron = await _electron.launch({
    executablePath: await findElectron(),
    args: playwrightArguments(),
    env: appEnvironment(
      { home, person: join(folder, 'person') },
      {
        DBUS_SESSION_BUS_ADDRESS: bus.address,
        ...(display === undefined ? {} : { DISPLAY: display }),
      },
    ),
  });
  const page = await electron.firstWindow();
  const state = await page.evaluate(() => window.inkwatch.app.state());
  expect(state.endpoint).toBeNull();
  expect(state.endpoint_error).toContain(String(port));
  expect(await page.evaluate(() => window.inkwatch.connect.entries())).toEqual([]);
  await expect(page.getByText(new RegExp(`${port}`)).first()).toBeVisible();
  // Once the port is another one, it serves without a restart.
  await page.evaluate(() => window.inkwatch.settings.set({ port: 0 }));
  expect((await endpointOf(home)).url).not.toContain(`:${port}/`);
  await electron.close();
  taken.close();
});

test('the window opens where and as large as it was', async ({ launch }) => {
  const bounds = { x: 130, y: 90, width: 1111, height: 666 };
  const first = await launch();
  await until('the window to be shown', async () => (await visible(first)) || undefined);
  await first.electron.evaluate(
    ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to),
    bounds,
  );
  await first.quit();
  const second = await launch();
  expect(
    await second.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getBounds(),
    ),
  ).toEqual(bounds);
});
