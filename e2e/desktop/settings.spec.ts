import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import { view } from '../support/window.ts';

test('read-only mode and the hourly limit refuse with a row, and are said on every page', async ({
  app,
  home,
  connect,
}) => {
  const { window } = app;
  const cursor = await connect({ name: 'cursor-vscode' });
  await view(window, 'Settings').click();
  const readOnly = window.getByRole('switch', { name: 'Read-only mode' });
  await readOnly.check();
  await view(window, 'Writes').click();
  await expect(window.getByText('Every write of every client is refused.')).toBeVisible();
  const refused = await cursor.call('memory_store', { title: 'No', content: 'x' });
  expect(refused).toMatchObject({ failed: true });
  expect(refused.text).toContain('read-only mode');
  expect((await readLedger(home))[0]).toMatchObject({ success: 0, error_kind: 'refused' });
  await window.getByRole('button', { name: 'Let clients write again' }).click();
  await expect(window.getByText('Every write of every client is refused.')).toHaveCount(0);
  await cursor.store({ title: 'Yes', content: 'x' });

  await view(window, 'Settings').click();
  await expect(readOnly).not.toBeChecked();
  await window.getByRole('switch', { name: 'Limit writes per hour' }).check();
  const limit = window.getByRole('textbox', { name: 'At most' });
  await limit.fill('1');
  await limit.press('Enter');
  await expect
    .poll(() =>
      window.evaluate(async () => (await globalThis.window.inkwatch.settings.get()).policy),
    )
    .toEqual({ readOnly: false, writesPerHour: 1 });
  const over = await cursor.call('memory_store', { title: 'Over', content: 'x' });
  expect(over.text).toContain('1 write per hour');
});

test('a database is registered, offered to agents, and removed with a way back', async ({
  app,
  folder,
  connect,
}) => {
  const { window } = app;
  const path = join(folder, 'shop.db');
  await writeFile(path, '');
  const tools = async () => {
    const { client } = await connect({ name: 'claude-code' });
    return (await client.listTools()).tools.map((tool) => tool.name);
  };
  expect(await tools()).not.toContain('sql_query');
  await view(window, 'Settings').click();
  await window.getByRole('button', { name: 'Register…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Register a database' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('shop');
  const file = dialog.getByRole('textbox', { name: 'SQLite file' });
  await file.fill(join(folder, 'nothing.db'));
  await window.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('There is no file');
  await file.fill(path);
  await window.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(window.getByText(path)).toBeVisible();
  expect(await tools()).toContain('sql_query');

  await window.getByRole('button', { name: 'Remove shop' }).click();
  await expect(window.getByText('No database is registered')).toBeVisible();
  expect(await tools()).not.toContain('sql_query');
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(window.getByText(path)).toBeVisible();
});
