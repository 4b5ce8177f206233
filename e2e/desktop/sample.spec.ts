import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { endpointOf, inkwatch } from '../support/home.ts';
import { until } from '../support/poll.ts';

test('“Explore with sample data” opens a second Inkwatch on a home of its own', async ({
  app,
  home,
}) => {
  const opened = await app.window.evaluate(() => window.inkwatch.app.openSample());
  expect(opened).toEqual({ opened: true, why: '' });
  const folder = join(home, 'sample');
  const sample = await endpointOf(folder);
  try {
    expect(sample.pid).not.toBe(app.endpoint.pid);
    expect(sample.url).not.toBe(app.endpoint.url);
    // The parent's home is untouched, though its environment named it.
    const owner = JSON.parse(await readFile(join(home, 'endpoint.json'), 'utf8')) as {
      pid: number;
    };
    expect(owner.pid).toBe(app.endpoint.pid);
    const rows = (await inkwatch(folder, 'list', '--json', '--limit', '500', '--since', '8d'))
      .trim()
      .split('\n');
    expect(rows).toHaveLength(500);
    // Once more: the open one comes forward, and there is still one.
    expect(await app.window.evaluate(() => window.inkwatch.app.openSample())).toEqual(opened);
    expect((await endpointOf(folder)).pid).toBe(sample.pid);
  } finally {
    process.kill(sample.pid);
  }
  await until('the sample to end', async () => {
    try {
      process.kill(sample.pid, 0);
      return undefined;
    } catch {
      return true;
    }
  });
});

test('the sample is marked, has no tray, and ends when its window closes', async ({
  launch,
  folder,
}) => {
  const home = join(folder, 'sample-home');
  const sample = await launch({ home, args: ['--sample', '--home', home] });
  const title = await sample.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getTitle(),
  );
  expect(title).toBe('Inkwatch: sample data');
  await expect(sample.window.getByText(/sample data/i).first()).toBeVisible();
  // Bursts are counted, and the tray looked for, after the window is there.
  await expect
    .poll(() => sample.window.evaluate(() => window.inkwatch.app.state()))
    .toMatchObject({ sample: true, tray: 'absent', unseen_bursts: 1 });
  const gone = sample.electron.waitForEvent('close');
  await sample.electron
    .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    .catch(() => undefined);
  await gone;
});
