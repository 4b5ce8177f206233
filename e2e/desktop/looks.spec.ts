import { join } from 'node:path';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { at } from '../../scripts/lib/project.mjs';
import type { RunningApp } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { makeHome } from '../support/home.ts';
import { details, searchBox, view, writeRows, writesGrid } from '../support/window.ts';

/** Violations that axe finds, as lines that say where. Evaluated, since the page's policy refuses scripts. */
const faults = async (window: Page): Promise<readonly string[]> => {
  await window.evaluate(axe.source);
  const { violations } = await window.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
};

/** A window whose page is 1280×800, whatever the frame takes. */
const sizeWindow = async ({ electron, window }: RunningApp): Promise<void> => {
  await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800),
  );
  await expect.poll(() => window.evaluate(() => [innerWidth, innerHeight])).toEqual([1280, 800]);
};

/** Looks at the screen as it is now: axe finds nothing, and a picture is kept. */
const look = async (window: Page, name: string): Promise<void> => {
  // Colours that are still fading would be measured half-way.
  await window.evaluate(async () => {
    // What goes on for ever, such as a waiting dot, fades nothing.
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  });
  await window.screenshot({ path: at('docs', 'screenshots', `${name}.png`) });
  expect(await faults(window), name).toEqual([]);
};

for (const theme of ['light', 'dark'] as const) {
  test.describe(`the ${theme} theme`, () => {
    test.use({ settings: { window: { theme } } });

    test('first run, connect and settings have no fault that axe finds', async ({ app }) => {
      await sizeWindow(app);
      const { window } = app;
      await expect(
        window.getByRole('heading', { name: 'Connect your first client' }),
      ).toBeVisible();
      await look(window, `first-run-${theme}`);
      await view(window, 'Connect').click();
      await look(window, `connect-${theme}`);
      await view(window, 'Alerts').click();
      await look(window, `no-alerts-${theme}`);
      await view(window, 'Settings').click();
      await look(window, `settings-${theme}`);
    });

    test('the writes of a week have no fault that axe finds', async ({ launch, folder }) => {
      const home = await makeHome(join(folder, 'sample-home'), { window: { theme } });
      const app = await launch({ home, args: ['--sample', '--home', home] });
      await sizeWindow(app);
      const { window } = app;
      await expect(writeRows(window).first()).toBeVisible();
      await look(window, `writes-list-${theme}`);

      await writeRows(window).filter({ hasText: 'memory.store' }).first().click();
      await expect(details(window)).toContainText('chunk present');
      await look(window, `writes-${theme}`);

      await writesGrid(window).focus();
      await window.keyboard.press('e');
      await expect(window.getByRole('dialog', { name: 'Export writes' })).toContainText('writes');
      await look(window, `export-${theme}`);
      await window.keyboard.press('Escape');

      await window.keyboard.press('t');
      await expect(window.getByRole('dialog', { name: 'Time range' })).toBeVisible();
      await look(window, `time-range-${theme}`);
      await window.keyboard.press('Escape');

      await window.getByRole('button', { name: /^Failures only/ }).click();
      await writeRows(window).first().click();
      await expect(details(window)).toContainText(/Failed|Refused|Unknown/);
      await look(window, `failures-${theme}`);

      await searchBox(window).fill('is:failed nothing is called this ');
      await expect(window.getByText('Nothing matches')).toBeVisible();
      await look(window, `nothing-${theme}`);

      await view(window, 'Alerts').click();
      await expect(window.getByRole('main')).toContainText('writes in');
      await look(window, `alerts-${theme}`);
    });
  });
}
