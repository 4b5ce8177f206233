import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { ownName } from '../../electron/testing/bus-stub.ts';
import type { RunningApp } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { until } from '../support/poll.ts';

/** Puts a note into the main process on each minimise and hide: without a window manager their effect is not seen. */
const watchWindow = (electron: ElectronApplication): Promise<void> =>
  electron.evaluate(({ BrowserWindow, dialog }) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const window = BrowserWindow.getAllWindows()[0];
    if (window === undefined) return;
    const { minimize, hide } = window;
    window.minimize = () => {
      seen.push('minimised');
      minimize.call(window);
    };
    window.hide = () => {
      seen.push('hidden');
      hide.call(window);
    };
    // The message box is the system's: it is answered here.
    const box = async (options: { message: string }) => {
      seen.push(options.message);
      return { response: 0, checkboxChecked: false };
    };
    dialog.showMessageBox = box as unknown as typeof dialog.showMessageBox;
  });

const seenBy = (electron: ElectronApplication): Promise<readonly string[]> =>
  electron.evaluate(() => (globalThis as unknown as { seen: readonly string[] }).seen);

const close = (electron: ElectronApplication): Promise<void> =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

const serves = async ({ endpoint }: RunningApp): Promise<boolean> =>
  (await fetch(endpoint.url, { method: 'POST' })).status === 401;

test('g10: without a tray closing minimises, says so once, and recording goes on', async ({
  app,
  home,
}) => {
  await watchWindow(app.electron);
  await close(app.electron);
  await until('the window to be minimised', async () =>
    (await seenBy(app.electron)).length >= 2 ? true : undefined,
  );
  expect(await seenBy(app.electron)).toEqual(['minimised', 'Inkwatch keeps recording']);
  await until(
    'it to be remembered',
    () => existsSync(join(home, 'told-about-closing')) || undefined,
  );
  await close(app.electron);
  await until('the next minimise', async () =>
    (await seenBy(app.electron)).length === 3 ? true : undefined,
  );
  expect(await seenBy(app.electron)).toEqual([
    'minimised',
    'Inkwatch keeps recording',
    'minimised',
  ]);
  expect(await serves(app)).toBe(true);
  const state = await app.window.evaluate(() => window.inkwatch.app.state());
  expect(state.tray).toBe('absent');
});

test('g10: with a tray closing hides the window and leaves an icon', async ({ app, bus }) => {
  const asked: string[] = [];
  const tray = await ownName(
    bus.address.replace(/^unix:path=|,.*$/g, ''),
    'org.kde.StatusNotifierWatcher',
    (member) => {
      asked.push(member);
      return [{ type: 'v', value: true }];
    },
  );
  await watchWindow(app.electron);
  await close(app.electron);
  await until('the window to be hidden', async () =>
    (await seenBy(app.electron)).length > 0 ? true : undefined,
  );
  expect(await seenBy(app.electron)).toEqual(['hidden']);
  expect(await serves(app)).toBe(true);
  const state = await app.window.evaluate(() => window.inkwatch.app.state());
  expect(state.tray).toBe('present');
  await until(
    'the icon to be put there',
    () => asked.includes('RegisterStatusNotifierItem') || undefined,
  );
  tray.close();
});

test.describe('where closing means quitting', () => {
  test.use({ settings: { window: { keepRecordingWhenClosed: false } } });

  test('closing the window ends the app and frees the home', async ({ app, home }) => {
    const gone = app.electron.waitForEvent('close');
    await close(app.electron).catch(() => undefined);
    await gone;
    expect(existsSync(join(home, 'endpoint.json'))).toBe(false);
  });
});
