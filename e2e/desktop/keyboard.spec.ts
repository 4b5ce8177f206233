import { expect, test } from '../support/fixtures.ts';
import { details, searchBox, writeRow, writeRows, writesGrid } from '../support/window.ts';

test('the list is read and filtered without a mouse', async ({ app, connect }) => {
  const writer = await connect({ name: 'claude-code' });
  for (const title of ['First', 'Second', 'Third']) {
    await writer.store({ title, content: `${title} text`, reason: 'to have three' });
  }
  await writer.call('memory_note', { chunk_id: 'no-such-chunk', note_text: 'lost' });
  const { window } = app;
  const grid = writesGrid(window);
  await expect(writeRows(window)).toHaveCount(4);
  await expect(grid).toHaveAttribute('aria-rowcount', '5');

  await grid.focus();
  await window.keyboard.press('Home');
  await window.keyboard.press('ArrowDown');
  const active = (): Promise<string | null> => grid.getAttribute('aria-activedescendant');
  await expect(window.locator(`#${await active()}`)).toContainText('Third');
  await window.keyboard.press('j');
  await expect(window.locator(`#${await active()}`)).toContainText('Second');
  await window.keyboard.press('Enter');
  await expect(details(window)).toContainText('Second text');
  await window.keyboard.press('End');
  await window.keyboard.press('Enter');
  await expect(details(window)).toContainText('First text');
  await window.keyboard.press('Escape');
  await expect(details(window)).toHaveCount(0);
  await expect(grid).toBeFocused();

  await window.keyboard.press('/');
  await expect(searchBox(window)).toBeFocused();
  await window.keyboard.type('is:failed ');
  await expect(writeRows(window)).toHaveCount(1);
  await expect(writeRow(window, 'Failed')).toBeVisible();
  await expect(searchBox(window), 'the condition became a chip').toHaveValue('');
  await window.keyboard.press('Backspace');
  await expect(writeRows(window)).toHaveCount(4);
  await window.keyboard.type('second');
  await expect(writeRows(window)).toHaveCount(1);
  await window.keyboard.press('Escape');
  await expect(writeRows(window)).toHaveCount(4);

  await grid.focus();
  await window.keyboard.press('t');
  await expect(window.getByRole('dialog', { name: 'Time range' })).toBeVisible();
  await window.keyboard.press('Escape');
  await window.keyboard.press('e');
  await expect(window.getByRole('dialog', { name: 'Export writes' })).toBeVisible();
  await window.keyboard.press('Escape');
  await window.keyboard.press('?');
  await expect(window.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
});
