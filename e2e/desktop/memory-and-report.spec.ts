import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { look, sizeWindow } from '../support/looks.ts';
import { answerSaveDialog, askedFor } from '../support/save-dialog.ts';
import { details, view } from '../support/window.ts';

test('memory is browsed and searched, from each item to its write and back', async ({
  app,
  connect,
}) => {
  const claude = await connect({ name: 'claude-code' });
  const chunk = await claude.store({
    title: 'Plan',
    content: 'Launch on the 12th, with foxes.',
    namespace: 'work',
    tags: ['q3'],
  });
  await claude.store({ title: 'Plan', content: 'Launch on the 19th.', namespace: 'work' });
  await claude.call('memory_note', { chunk_id: chunk, note_text: 'Ask the owls.' });
  await claude.store({ title: 'Recipe', content: '<b>not bold</b>', namespace: 'home' });
  const { window } = app;
  await view(window, 'Memory').click();
  const spaces = window.getByRole('navigation', { name: 'Namespaces' });
  await expect(spaces.getByRole('button')).toHaveText([/home\s*1/, /work\s*1/]);
  await expect(window.getByRole('option')).toHaveText([/Recipe/]);
  await window.getByRole('option').click();
  const main = window.getByRole('main');
  // Hostile text is text.
  await expect(main).toContainText('<b>not bold</b>');

  await spaces.getByRole('button', { name: /work/ }).click();
  await expect(window.getByRole('option')).toHaveText([/Plan/]);
  const list = window.getByRole('listbox', { name: 'Documents' });
  await list.focus();
  await window.keyboard.press('Home');
  await expect(main.getByRole('article', { name: 'Plan' })).toContainText('Launch on the 19th.');
  await window.getByRole('tab', { name: 'Versions 2' }).click();
  await window.getByRole('button', { name: 'Compare with the one before' }).first().click();
  await expect(main.locator('del')).toContainText('12th');
  await expect(main.locator('ins').first()).toContainText('19th');
  await window.getByRole('tab', { name: 'Notes 1' }).click();
  await expect(main).toContainText('Ask the owls.');
  await window.getByRole('button', { name: 'Open the write' }).click();
  await expect(details(window)).toContainText('Ask the owls.');
  await details(window).getByRole('button', { name: 'Open in Memory' }).click();
  await expect(main.getByRole('article', { name: 'Plan' })).toBeVisible();

  // Full text, of notes as well; the index is filled in idle moments.
  await window.getByRole('searchbox', { name: 'Search memory' }).fill('owl');
  await expect(window.getByRole('option')).toHaveText([/Plan.*Ask the owls.*in a note/]);
  await window.getByRole('searchbox', { name: 'Search memory' }).fill('foxes');
  await expect(main).toContainText('Nothing found');
});

test('the week is a page, a PDF and a Markdown file; an empty one says so', async ({
  app,
  connect,
  folder,
}) => {
  const claude = await connect({ name: 'claude-code' });
  await claude.store({ title: '<img src=x> | **bold**', content: 'x', namespace: 'work' });
  await claude.call('memory_note', { chunk_id: 'no-such-chunk', note_text: 'lost' });
  const { window } = app;
  await sizeWindow(app);
  await view(window, 'Report').click();
  const main = window.getByRole('main');
  await expect(main).toContainText('Who wrote how much where');
  await expect(main.getByRole('table').first()).toContainText('Claude Code');
  await expect(main).toContainText('Never seen before');
  await expect(main).toContainText('<img src=x> | **bold**');

  const save = async (format: 'PDF' | 'Markdown', file: string): Promise<Buffer> => {
    await answerSaveDialog(app.electron, file);
    await window.getByRole('button', { name: 'Save as' }).press('Enter');
    await window.getByRole('menuitem', { name: format }).click();
    await expect(window.getByText('The report is saved.').last()).toBeVisible({ timeout: 30_000 });
    await window.getByRole('button', { name: 'Dismiss' }).last().click();
    return readFile(file);
  };
  const markdown = (await save('Markdown', join(folder, 'week.md'))).toString('utf8');
  expect((await askedFor(app.electron)).defaultPath).toMatch(
    /inkwatch-report-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.md$/,
  );
  expect(markdown).toContain('2 writes: Succeeded 1, Failed 1.');
  expect(markdown).toContain('\\<img src\\=x\\> \\| \\*\\*bold\\*\\*');
  const pdf = await save('PDF', join(folder, 'week.pdf'));
  expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(pdf.length).toBeGreaterThan(5_000);
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  // The window that printed it is gone, and the one that a person sees is still there.
  expect(
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length),
  ).toBe(1);

  await window.getByRole('button', { name: 'The week before' }).click();
  await expect(main).toContainText('Nothing was written');
  await window.getByRole('button', { name: 'This week' }).last().click();
  // What it is compared with is named to the minute, since the week is not over.
  await expect(main).toContainText(/none from .+ until .+, as far as this time has gone/);

  const yesterday = await window.evaluate(() => {
    const date = new Date(Date.now() - 86_400_000);
    const two = (n: number) => String(n).padStart(2, '0');
    const weekday = date.toLocaleDateString('en-GB', { weekday: 'long' });
    return {
      key: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
      title: `${weekday} ${date.getDate()} `,
    };
  });
  const choose = window.getByRole('button', { name: 'Choose days' });
  await choose.click();
  const days = window.getByRole('dialog', { name: 'Choose days' });
  await days.locator(`[data-day="${yesterday.key}"] button`).click();
  await look(window, 'report-days', '[role="dialog"]');
  await days.getByRole('button', { name: 'Apply' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toContainText(yesterday.title);
  await expect(choose).toHaveAttribute('aria-pressed', 'true');
  await window.getByRole('button', { name: 'This week' }).last().click();
  await expect(choose).toHaveAttribute('aria-pressed', 'false');
  await main.getByRole('button', { name: 'Claude Code' }).first().click();
  await expect(window.getByRole('grid', { name: 'Writes' })).toContainText('bold');
});
