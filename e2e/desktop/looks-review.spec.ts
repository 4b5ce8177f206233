import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { makeHome } from '../support/home.ts';
import { look, sizeWindow } from '../support/looks.ts';
import { details, view, writeRows, writesGrid } from '../support/window.ts';

test('what a review needs has no fault that axe finds', async ({ launch, folder }) => {
  const home = await makeHome(join(folder, 'sample-home'));
  const app = await launch({ home, args: ['--sample', '--home', home] });
  await sizeWindow(app);
  const { window } = app;
  await expect(writeRows(window).first()).toBeVisible();

  await writesGrid(window).focus();
  for (const key of ['Home', 'f', 'ArrowDown', 'r', 'Shift+ArrowDown', 'Shift+ArrowDown']) {
    await window.keyboard.press(key);
  }
  await expect(window.getByRole('region', { name: 'Selection' })).toContainText('1 reviewed');
  await look(window, 'selection');
  await window.keyboard.press('Enter');
  await window.keyboard.press('c');
  await expect(details(window).getByRole('textbox', { name: 'Comment' })).toBeFocused();
  await look(window, 'comment');
  await window.keyboard.press('Escape');

  await window.getByRole('button', { name: 'Columns', exact: true }).click();
  await look(window, 'columns');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Control+k');
  await window.keyboard.type('re');
  await look(window, 'palette');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Save this view' }).click();
  await look(window, 'save-view');
  await window.keyboard.press('Enter');

  await view(window, 'Memory').click();
  await window.getByRole('option').first().click();
  await expect(window.getByRole('article')).toBeVisible();
  await look(window, 'memory');
  await window.getByRole('searchbox', { name: 'Search memory' }).fill('plan');
  await expect(window.getByText(/\d+ match/)).toBeVisible();
  await window.getByRole('option').first().click();
  await window.getByRole('tab', { name: /^Versions/ }).click();
  await look(window, 'memory-search');
  await view(window, 'Report').click();
  await expect(window.getByRole('main').getByRole('table').first()).toBeVisible();
  await look(window, 'report');
});
