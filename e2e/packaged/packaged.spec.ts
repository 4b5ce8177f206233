import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { appArguments, appEnvironment } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { endpointOf } from '../support/home.ts';
import { connectWriter } from '../support/mcp.ts';
import { packagedProgram } from '../support/package.ts';
import { until } from '../support/poll.ts';
import { writeRow } from '../support/window.ts';

test('the packaged app starts, serves, and shows a write that arrives', async ({
  home,
  folder,
  bus,
  display,
}) => {
  test.setTimeout(300_000);
  const program = packagedProgram();
  const person = join(folder, 'person');
  await mkdir(person);

  // Its fuses refuse Node's inspector, through which Playwright drives an Electron from the sources;
  // the page itself is reached as any Chromium is.
  const child = spawn(program, [...appArguments(program), '--remote-debugging-port=0'], {
    env: appEnvironment(
      { home, person },
      {
        DBUS_SESSION_BUS_ADDRESS: bus.address,
        ...(display === undefined ? {} : { DISPLAY: display }),
      },
    ),
  });
  let log = '';
  child.stderr.on('data', (part: Buffer) => {
    log += part.toString('utf8');
  });
  try {
    const debuggerUrl = await until('the packaged app', () => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${log}`);
      return /DevTools listening on (ws:\S+)/.exec(log)?.[1];
    });
    const endpoint = await endpointOf(home);
    const browser = await chromium.connectOverCDP(debuggerUrl);
    const window = await until('its window', () =>
      browser
        .contexts()
        .flatMap((context) => context.pages())
        .find((page) => page.url() === 'inkwatch://app/'),
    );

    const writer = await connectWriter(endpoint, { name: 'claude-ai', version: '0.1.0' });
    await writer.store({ title: 'Into the package', content: 'x', reason: 'to see it arrive' });

    await expect(writeRow(window, 'Into the package')).toBeVisible();
    await expect(writeRow(window, 'Into the package')).toContainText('Claude Desktop');

    // Statements run in a process of their own, from inside the package.
    const shop = join(folder, 'shop.db');
    await writeFile(shop, '');
    await window.evaluate(
      (path) => globalThis.window.inkwatch.databases.add({ name: 'shop', path }),
      shop,
    );
    const make = { db: 'shop', sql: 'CREATE TABLE orders (what TEXT)' };
    expect(await writer.call('sql_execute', make)).toEqual({
      failed: false,
      text: '{"changes":0}',
    });
    await writer.close();
    await browser.close();
  } finally {
    if (child.exitCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
  }
  expect(child.exitCode).toBe(0);
  expect(existsSync(join(home, 'endpoint.json'))).toBe(false);
});
