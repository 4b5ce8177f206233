import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import { answerSaveDialog } from '../support/save-dialog.ts';
import { details, searchBox, writeRow, writeRows, writesGrid } from '../support/window.ts';

/** Presses Tab until the focus is on something that fits, as a person does. */
const tabTo = async (window: Page, wanted: RegExp, most = 60): Promise<void> => {
  for (let n = 0; n < most; n += 1) {
    const name = await window.evaluate(() => {
      const { activeElement: element } = document;
      // What scrolls takes the focus as well, and holds the names of all that is in it.
      if (element?.matches('button, input, [role="grid"]') !== true) return '';
      return element.getAttribute('aria-label') ?? element.textContent ?? '';
    });
    if (wanted.test(name)) return;
    await window.keyboard.press('Tab');
  }
  throw new Error(`no Tab reaches ${wanted}`);
};

test('a whole review without a mouse: find, open, walk the run, filter by this, export', async ({
  app,
  connect,
  folder,
}) => {
  // A mouse that is used fails the test.
  await app.window.evaluate(() => {
    for (const kind of ['pointerdown', 'mousedown']) {
      document.addEventListener(kind, () => {
        document.body.dataset.mouse = 'used';
      });
    }
  });
  const claude = await connect({ name: 'claude-code' });
  const cursor = await connect({ name: 'cursor-vscode' });
  for (const title of ['Plan', 'Risks', 'Checklist']) {
    await claude.store({ title, content: `${title} of the launch`, namespace: 'launch' });
  }
  for (const title of ['Scratch', 'Other scratch']) {
    await cursor.store({ title, content: 'nothing', namespace: 'scratch' });
  }
  const { window } = app;
  const press = (...keys: readonly string[]) =>
    keys.reduce((before, key) => before.then(() => window.keyboard.press(key)), Promise.resolve());
  await expect(writeRows(window)).toHaveCount(5);

  // Find: through the palette, then in the box.
  await press('Control+k');
  await expect(window.getByRole('combobox')).toBeFocused();
  await window.keyboard.type('search wri');
  await press('Enter');
  await expect(searchBox(window)).toBeFocused();
  await window.keyboard.type('risks');
  await expect(writeRows(window)).toHaveCount(1);
  await press('ArrowDown');
  await expect(writesGrid(window)).toBeFocused();

  // Open it.
  await press('Home', 'Enter');
  await expect(details(window)).toContainText('Risks of the launch');

  // Walk the run: the write after it.
  await expect(details(window)).toContainText('write 2 of 3');
  await tabTo(window, /stored “Checklist”/);
  await press('Enter');
  await expect(details(window)).toContainText('Checklist of the launch');
  await expect(details(window)).toContainText('write 3 of 3');

  // Filter by this: its client.
  await tabTo(window, /^Filter by/);
  await press('Enter');
  await expect(window.getByRole('menuitem', { name: 'This client' })).toBeFocused();
  await press('Enter');
  await expect(writeRows(window)).toHaveCount(3);
  await expect(writeRow(window, 'Scratch')).toHaveCount(0);
  await press('Escape');

  // Flag two of them, and export what is flagged.
  await tabTo(window, /^Writes$/);
  await press('Home', 'Shift+ArrowDown', 'f');
  await expect(writeRow(window, 'Flagged')).toHaveCount(2);
  await press('/');
  await window.keyboard.type('is:flagged ');
  await expect(writeRows(window)).toHaveCount(2);
  const file = join(folder, 'flagged.csv');
  await answerSaveDialog(app.electron, file);
  await press('Escape');
  await expect(writesGrid(window)).toBeFocused();
  await press('e');
  const dialog = window.getByRole('dialog', { name: 'Export writes' });
  await expect(dialog).toBeVisible();
  await tabTo(window, /^Export…$/);
  await press('Enter');
  await expect(dialog).toContainText('2 writes exported');
  const csv = await readFile(file, 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  expect(csv).toContain('Checklist');

  // Back to where it began, and nothing was clicked.
  await press('Escape', 'Control+z', 'Control+z', 'Control+z');
  await expect(writeRows(window)).toHaveCount(5);
  expect(await window.evaluate(() => document.body.dataset.mouse ?? 'unused')).toBe('unused');
  expect(await readLedger(app.home)).toHaveLength(5);
});

test('going back brings the place in the list back: scroll, row and selection', async ({
  launch,
  folder,
}) => {
  const home = join(folder, 'sample-home');
  const app = await launch({ home, args: ['--sample', '--home', home] });
  const { window } = app;
  const grid = writesGrid(window);
  await expect(writeRows(window).first()).toBeVisible();
  await grid.focus();
  await window.keyboard.press('Home');
  for (let n = 0; n < 40; n += 1) await window.keyboard.press('PageDown');
  await window.keyboard.press('Shift+ArrowDown');
  await window.keyboard.press('Shift+ArrowDown');
  const place = () =>
    grid.evaluate((element) => {
      const active = element.querySelector('.row-active');
      return {
        active: active?.id ?? '',
        index: active?.getAttribute('aria-rowindex') ?? '',
        top: Math.round(
          (active?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().top,
        ),
        selected: element.querySelectorAll('[aria-selected="true"]').length,
      };
    });
  const before = await place();
  expect(before.selected).toBe(3);
  expect(Number(before.index)).toBeGreaterThan(500);

  await window.keyboard.press('/');
  await window.keyboard.type('is:refused ');
  await expect(window.getByRole('button', { name: 'Remove filter refused' })).toBeVisible();
  await expect.poll(async () => (await place()).active).not.toBe(before.active);
  await window.keyboard.press('Escape');
  await window.keyboard.press('Control+z');
  await expect.poll(async () => (await place()).selected).toBe(3);
  const after = await place();
  expect(after).toMatchObject({ active: before.active, index: before.index });
  expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(34);

  // Another page and back: the same place again.
  await window.keyboard.press('Control+k');
  await window.keyboard.type('go to memory');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: 'Memory', level: 1 })).toBeVisible();
  await window.keyboard.press('Control+k');
  await window.keyboard.type('go to writes');
  await window.keyboard.press('Enter');
  await expect.poll(async () => (await place()).active).toBe(before.active);
  // From there both ends can be reached.
  await grid.focus();
  await window.keyboard.press('Home');
  await expect.poll(async () => (await place()).index).toBe('2');
  await window.keyboard.press('End');
  await expect.poll(async () => Number((await place()).index)).toBeGreaterThan(1900);
});
