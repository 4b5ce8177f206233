import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunningApp } from '../support/app.ts';
import { personWithClaude, startAsClaude } from '../support/claude-desktop.ts';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import { details, view, writeRow } from '../support/window.ts';

const importAll = async (window: Page): Promise<void> => {
  await view(window, 'Servers').click();
  await window.getByRole('button', { name: 'Import from clients' }).click();
  await window.getByRole('button', { name: 'Import 2 servers, change 1 file' }).click();
  await expect(window.getByRole('region', { name: 'Imported' })).toBeVisible();
};

const waitSeconds = ({ window: page }: RunningApp, approvalSeconds: number) =>
  page.evaluate(
    (seconds) => window.inkwatch.settings.set({ gateway: { approvalSeconds: seconds } }),
    approvalSeconds,
  );

const serverRow = (window: Page, name: string) =>
  window.getByRole('table', { name: 'Servers' }).getByRole('row').filter({ hasText: name });

const textOf = (result: { readonly content: readonly unknown[] }): string =>
  JSON.stringify(result.content);

test('servers of Claude Desktop are imported, its client goes through Inkwatch, and its file comes back byte for byte', async ({
  launch,
  folder,
}) => {
  test.setTimeout(180_000);
  const { documents, file, original } = await personWithClaude(folder);
  const app = await launch();
  const { window } = app;

  await view(window, 'Servers').click();
  await expect(window.getByText('No server is behind Inkwatch yet')).toBeVisible();
  await window.getByRole('button', { name: 'Import from clients' }).click();
  const found = window.getByRole('region', { name: file });
  await expect(found).toContainText('Claude Desktop');
  await expect(found.getByRole('checkbox')).toHaveCount(2);
  await expect(found).toContainText(documents);
  // Before and after of the entry, and no value of the environment.
  await expect(found.getByRole('figure', { name: 'Then' }).first()).toContainText('--server');
  expect(await window.content()).not.toContain('SENTINEL');
  expect(await readFile(file, 'utf8'), 'a preview changes nothing').toBe(original);

  await window.getByRole('button', { name: 'Import 2 servers, change 1 file' }).click();
  const imported = window.getByRole('region', { name: 'Imported' });
  await expect(imported).toContainText('files is behind Inkwatch');
  await expect(imported).toContainText('The original is kept at');
  expect(await readFile(file, 'utf8')).not.toContain('SENTINEL');
  await window.getByRole('button', { name: 'See the servers' }).click();
  for (const name of ['files', 'memory']) {
    await expect(serverRow(window, name)).toContainText('Ready', { timeout: 30_000 });
  }

  const claude = await startAsClaude(app, folder, file, 'files');
  const path = join(documents, 'plan.md');
  const written = await claude.callTool({
    name: 'write_file',
    arguments: { path, content: 'Launch in May.', reason: 'The person asked for a launch plan.' },
  });
  expect(written.isError ?? false, textOf(written)).toBe(false);
  expect(await readFile(path, 'utf8')).toBe('Launch in May.');
  const refused = await claude.callTool({
    name: 'write_file',
    arguments: { path: '/etc/inkwatch-e2e', content: 'x', reason: 'To see what happens.' },
  });
  expect(refused.isError).toBe(true);

  await view(window, 'Writes').click();
  const row = writeRow(window, 'plan.md');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('The person asked for a launch plan.');
  await expect(row).toContainText('Claude Desktop');
  await row.click();
  await expect(details(window)).toContainText('files');
  await expect(details(window)).toContainText('write_file');
  const failed = writeRow(window, 'Failed');
  await expect(failed).toHaveCount(1);
  await failed.click();
  await expect(details(window)).toContainText('Access denied');
  const rows = await readLedger(app.home);
  expect(rows.map(({ server_name, success }) => [server_name, success])).toEqual([
    ['files', 0],
    ['files', 1],
  ]);

  await view(window, 'Servers').click();
  await expect(serverRow(window, 'files')).toContainText('1 not succeeded');
  await window.getByRole('button', { name: 'Details of files' }).click();
  const tool = window.getByRole('row').filter({ hasText: 'write_file' });
  await expect(tool).toContainText('1 failed');
  await expect(tool).toContainText('Write');
  await expect(
    window.getByRole('row').filter({ hasText: 'list_allowed_directories' }),
  ).toContainText('it says it only reads');
  await claude.close();

  await window.getByRole('button', { name: 'All servers' }).click();
  await view(window, 'Clients').click();
  await window.getByRole('button', { name: 'Connect a client' }).click();
  const client = window.getByRole('listitem').filter({ hasText: 'Claude Desktop' });
  await expect(client).toContainText('leads here already');
  await client.getByRole('button', { name: 'Restore the original' }).click();
  await expect.poll(() => readFile(file, 'utf8')).toBe(original);
  await expect(client.getByRole('button', { name: 'Connect Claude Desktop' })).toBeVisible();
});

test('a call that waits is allowed once, denied, and decided for good; without an answer it is refused', async ({
  launch,
  folder,
  bus,
}) => {
  test.setTimeout(180_000);
  const { documents, file } = await personWithClaude(folder);
  const app = await launch();
  const { window } = app;
  await importAll(window);
  await window.getByRole('button', { name: 'See the servers' }).click();
  await expect(serverRow(window, 'files')).toContainText('Ready', { timeout: 30_000 });
  await window.getByRole('button', { name: 'Details of files' }).click();
  const policy = window.getByRole('button', { name: /^Policy of write_file/ });
  await policy.click();
  await window.getByRole('menuitemradio', { name: 'Ask' }).click();
  await expect(policy).toHaveText('Ask');

  const claude = await startAsClaude(app, folder, file, 'files');
  const write = (name: string, content = 'x') =>
    claude.callTool({
      name: 'write_file',
      arguments: { path: join(documents, name), content, reason: `To keep <b>${name}</b>\u202e` },
    });
  const dialog = window.getByRole('dialog', { name: 'May this call go on?' });
  const open = () => window.getByRole('button', { name: 'Look and decide' }).click();

  const allowed = write('a.md', '<img src=x onerror=alert(1)>');
  await expect(window.getByText('Claude Desktop wants to call write_file of files.')).toBeVisible();
  await expect.poll(() => bus.count()).toBe(1);
  // The click on the notification opens the question.
  await bus.click();
  await expect(dialog).toContainText('<img src=x onerror=alert(1)>');
  await expect(dialog).toContainText('To keep <b>a.md</b>');
  await expect(dialog).toContainText(/Refused in \d+ s if nobody answers/);
  await expect(dialog.locator('img')).toHaveCount(0);
  // By keyboard: past the arguments and "always" to the last answer.
  const once = dialog.getByRole('button', { name: 'Allow once' });
  for (let tabs = 0; tabs < 12; tabs += 1) {
    if (await once.evaluate((button) => button === document.activeElement)) break;
    await window.keyboard.press('Tab');
  }
  await expect(once).toBeFocused();
  await expect(once).toHaveAttribute('aria-disabled', 'false');
  await window.keyboard.press('Enter');
  expect((await allowed).isError ?? false).toBe(false);
  expect(await readFile(join(documents, 'a.md'), 'utf8')).toContain('onerror');

  const two = [write('b.md'), write('c.md')];
  await expect(window.getByText('2 calls wait for you.')).toBeVisible();
  await open();
  await expect(dialog).toContainText('1 of 2');
  for (const name of ['b.md', 'c.md']) {
    await expect(dialog).toContainText(name);
    await expect(dialog.getByRole('button', { name: 'Deny', exact: true })).toHaveAttribute(
      'aria-disabled',
      'false',
    );
    await dialog.getByRole('button', { name: 'Deny', exact: true }).click();
  }
  for (const call of two) expect((await call).isError).toBe(true);
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await expect(readFile(join(documents, 'b.md'))).rejects.toThrow();

  await waitSeconds(app, 2);
  const late = write('d.md');
  await open();
  await expect(window.getByRole('dialog', { name: 'This question is over' })).toBeVisible();
  expect(textOf(await late)).toContain('Nobody approved');
  await window.keyboard.press('Escape');
  await waitSeconds(app, 60);

  const never = write('e.md');
  await open();
  await expect(dialog.getByRole('button', { name: 'Always deny' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await dialog.getByRole('button', { name: 'Always deny' }).click();
  expect((await never).isError).toBe(true);
  await expect(policy).toHaveText('Deny');
  expect((await write('f.md')).isError).toBe(true);

  await view(window, 'Writes').click();
  await writeRow(window, 'a.md').click();
  await expect(details(window)).toContainText('you allowed it');
  await writeRow(window, 'd.md').click();
  await expect(details(window)).toContainText('nobody: without an answer');
  await writeRow(window, 'f.md').click();
  await expect(details(window)).toContainText('your policy');
  await claude.close();
});

test('a server that does not start says why, shows what it printed as text, and is removed after a question', async ({
  app,
  folder,
}) => {
  const { window } = app;
  const script = join(folder, 'broken.mjs');
  await writeFile(script, 'console.error("<b>no database</b> \\u202egnp.exe"); process.exit(3);');
  await view(window, 'Servers').click();
  await window.getByRole('button', { name: 'Add a server' }).click();
  const form = window.getByRole('dialog', { name: 'Add a server' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('Give it a name');
  await form.getByRole('textbox', { name: 'Name' }).fill('broken');
  await form.getByRole('textbox', { name: 'Environment' }).fill('TOKEN');
  await form.getByRole('textbox', { name: 'Command' }).fill(`"${process.execPath}" ${script}`);
  await window.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toHaveText('Line 1 is not NAME=value.');
  await form.getByRole('textbox', { name: 'Environment' }).fill('TOKEN=SENTINEL-token-7f3a');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(window.getByRole('heading', { name: 'broken', level: 1 })).toBeVisible();
  await expect(window.getByRole('region', { name: 'Connection' })).toContainText('TOKEN=');
  expect(await window.content()).not.toContain('SENTINEL');
  await expect(window.getByText(/Down|Degraded/).first()).toBeVisible({ timeout: 20_000 });
  await window.getByRole('button', { name: 'Test' }).click();
  await expect(window.getByText('It does not work.')).toBeVisible({ timeout: 20_000 });
  await window.getByRole('button', { name: /^What it printed/ }).click();
  const printed = window.getByRole('region', { name: 'Last lines of its error output' });
  await expect(printed).toContainText('<b>no database</b>');
  await expect(printed).not.toContainText('\u202e');

  await window.getByRole('switch', { name: 'Enabled' }).click();
  await expect(window.getByText('You disabled it: its calls are refused.')).toBeVisible();
  await window.getByRole('button', { name: 'More about broken' }).click();
  await window.getByRole('menuitem', { name: 'Remove…' }).click();
  const question = window.getByRole('dialog', { name: 'Remove broken?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(window.getByText('No server is behind Inkwatch yet')).toBeVisible();
});
