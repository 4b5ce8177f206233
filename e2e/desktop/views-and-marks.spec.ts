import { expect, test } from '../support/fixtures.ts';
import { inkwatch } from '../support/home.ts';
import { details, searchBox, view, writeRow, writeRows, writesGrid } from '../support/window.ts';

test('a search is saved, renamed, moved, deleted and brought back, and outlives a restart', async ({
  launch,
  connect,
}) => {
  const app = await launch();
  const writer = await connect({ name: 'claude-code' }, app);
  await writer.store({ title: 'Plan', content: 'text', namespace: 'work' });
  await writer.store({ title: 'Scratch', content: 'text', namespace: 'notes' });
  const { window } = app;
  await expect(writeRows(window)).toHaveCount(2);
  await searchBox(window).fill('ns:work ');
  await expect(writeRows(window)).toHaveCount(1);

  const saved = window.getByRole('region', { name: 'Saved views' });
  const save = async (name: string): Promise<void> => {
    await saved.getByRole('button', { name: 'Save this view' }).click();
    await window.getByRole('textbox', { name: 'Name' }).fill(name);
    await window.keyboard.press('Enter');
    await expect(saved.getByRole('button', { name, exact: true })).toBeVisible();
  };
  await save('At work');
  await searchBox(window).press('Backspace');
  await expect(writeRows(window)).toHaveCount(2);
  await save('Everything');
  const names = () => saved.locator('.saved-view').allInnerTexts();
  expect(await names()).toEqual(['At work', 'Everything']);

  const more = async (name: string, item: string): Promise<void> => {
    await saved.getByRole('button', { name: `More about ${name}` }).press('Enter');
    await window.getByRole('menuitem', { name: item }).click();
  };
  await more('Everything', 'Move up');
  await expect.poll(names).toEqual(['Everything', 'At work']);
  await more('At work', 'Rename');
  await window.getByRole('textbox', { name: 'Name' }).fill('Work only');
  await window.keyboard.press('Enter');
  await expect.poll(names).toEqual(['Everything', 'Work only']);
  await more('Work only', 'Delete');
  await expect.poll(names).toEqual(['Everything']);
  await window.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(names).toEqual(['Everything', 'Work only']);
  await app.quit();

  const again = await launch();
  await again.window
    .getByRole('region', { name: 'Saved views' })
    .getByRole('button', { name: 'Work only', exact: true })
    .click();
  await expect(writeRows(again.window)).toHaveCount(1);
  await expect(writeRow(again.window, 'Plan')).toBeVisible();
});

test('columns are chosen, moved and sized without dragging, and kept', async ({
  launch,
  connect,
}) => {
  const app = await launch();
  const writer = await connect({ name: 'claude-code' }, app);
  await writer.store({ title: 'Plan', content: 'text', namespace: 'work' });
  await expect(writeRows(app.window)).toHaveCount(1);
  const headers = (window: typeof app.window) =>
    writesGrid(window).getByRole('columnheader').allInnerTexts();
  await app.window.getByRole('button', { name: 'Columns', exact: true }).click();
  await app.window.getByRole('checkbox', { name: 'Show Why' }).uncheck();
  await app.window.getByRole('checkbox', { name: 'Show Namespace' }).check();
  await app.window.getByRole('button', { name: 'Move Namespace left' }).click();
  await app.window.getByRole('button', { name: 'Make Tool wider' }).click();
  await app.window.keyboard.press('Escape');
  const wanted = ['Time', 'Client', 'Tool', 'What', 'Outcome', 'Namespace', 'Took'];
  await expect.poll(() => headers(app.window)).toEqual(wanted);
  await expect(writeRow(app.window, 'Plan')).toContainText('work');
  const wide = await writesGrid(app.window)
    .getByRole('columnheader', { name: 'Tool' })
    .evaluate((cell) => cell.getBoundingClientRect().width);
  expect(wide).toBe(124);
  await app.quit();

  const again = await launch();
  await expect.poll(() => headers(again.window)).toEqual(wanted);
});

test('writes are flagged, reviewed and commented by key, found by it, and exported with it', async ({
  app,
  connect,
}) => {
  const writer = await connect({ name: 'claude-code' });
  for (const title of ['First', 'Second', 'Third']) {
    await writer.store({ title, content: `${title} text` });
  }
  const { window } = app;
  await expect(writeRows(window)).toHaveCount(3);
  const before = await inkwatch(app.home, 'list', '--json');
  await writesGrid(window).focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('f');
  await expect(writeRow(window, 'Third')).toContainText('Flagged');
  await window.keyboard.press('c');
  await details(window).getByRole('textbox', { name: 'Comment' }).fill('Ask why.');
  await window.keyboard.press('Control+Enter');
  await expect(details(window)).toContainText('Ask why.');

  await writesGrid(window).focus();
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Shift+ArrowDown');
  const selection = window.getByRole('region', { name: 'Selection' });
  await expect(selection).toContainText('2 selected');
  await expect(selection).toContainText('Claude Code');
  await expect(selection).toContainText('Succeeded 2');
  await window.keyboard.press('r');
  await expect(writeRow(window, 'First')).toContainText('Reviewed');
  await expect(selection).toContainText('2 reviewed');

  await searchBox(window).fill('-is:reviewed ');
  await expect(writeRows(window)).toHaveCount(1);
  await expect(writeRow(window, 'Third')).toBeVisible();
  await searchBox(window).press('Backspace');
  await searchBox(window).fill('is:flagged ');
  await expect(writeRows(window)).toHaveCount(1);
  await expect(window.getByText('1 of 3 writes')).toBeVisible();

  // The ledger's rows are as they were.
  expect(await inkwatch(app.home, 'list', '--json')).toBe(before);
  const listed = await inkwatch(app.home, 'list', '--json', '--query', 'is:flagged');
  expect(listed.trim().split('\n')).toHaveLength(1);
  const csv = await inkwatch(app.home, 'export', '--query', 'is:flagged', '--csv', '-');
  expect(csv).toContain(',1,0,Ask why.');
  await view(window, 'Settings').click();
  await view(window, 'Writes').click();
  await expect(writeRows(window)).toHaveCount(1);
});
