import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { makeHome } from '../support/home.ts';
import { look, sizeWindow } from '../support/looks.ts';
import { details, searchBox, view, writeRows, writesGrid } from '../support/window.ts';

test('first run, connect and settings have no fault that axe finds', async ({ app }) => {
  await sizeWindow(app);
  const { window } = app;
  await expect(window.getByRole('heading', { name: 'Connect your first client' })).toBeVisible();
  await look(window, 'first-run');
  await view(window, 'Clients').click();
  await window.getByRole('button', { name: 'Connect a client' }).click();
  await look(window, 'connect');
  await view(window, 'Alerts').click();
  await look(window, 'no-alerts');
  await view(window, 'Settings').click();
  await look(window, 'settings');
});

test('the writes of a week have no fault that axe finds', async ({ launch, folder }) => {
  const home = await makeHome(join(folder, 'sample-home'));
  const app = await launch({ home, args: ['--sample', '--home', home] });
  await sizeWindow(app);
  const { window } = app;
  await expect(writeRows(window).first()).toBeVisible();
  await look(window, 'writes-list');

  await writeRows(window).filter({ hasText: 'memory.store' }).first().click();
  await expect(details(window)).toContainText('chunk present');
  await look(window, 'writes');

  await writesGrid(window).focus();
  await window.keyboard.press('e');
  await expect(window.getByRole('dialog', { name: 'Export writes' })).toContainText('writes');
  await look(window, 'export', '[role="dialog"]');
  await window.keyboard.press('Escape');

  await window.keyboard.press('t');
  await expect(window.getByRole('dialog', { name: 'Time range' })).toBeVisible();
  await look(window, 'time-range', '[role="dialog"]');
  await window.keyboard.press('Escape');

  await window.getByRole('button', { name: /^Failures only/ }).click();
  await writeRows(window).first().click();
  await expect(details(window)).toContainText(/Failed|Refused|Unknown/);
  await look(window, 'failures');

  await searchBox(window).fill('is:failed nothing is called this ');
  await expect(window.getByText('Nothing matches')).toBeVisible();
  await look(window, 'nothing');

  await view(window, 'Alerts').click();
  await expect(window.getByRole('main')).toContainText('writes in');
  await look(window, 'alerts');
});
