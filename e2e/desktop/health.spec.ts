import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import { view } from '../support/window.ts';

const check = (window: Page, name: string): Locator =>
  window
    .getByRole('list', { name: 'Checks' })
    .getByRole('listitem')
    .filter({ has: window.getByText(name, { exact: true }) });

test('Health says what was found in words, and the self-test leaves its two rows', async ({
  app,
  home,
}) => {
  const { window } = app;
  // The recording mark leads there.
  await window.getByRole('button', { name: 'recording' }).click();
  await expect(window.getByRole('heading', { name: 'Health' })).toBeVisible();
  await expect(check(window, 'Recording')).toContainText('Fine');
  await expect(window.getByText(/^Last checked at/)).toBeVisible();

  await window.getByRole('button', { name: 'Run the self-test' }).click();
  const steps = window.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps.first()).toBeVisible();
  await expect(window.getByText('Passed', { exact: true }).first()).toBeVisible();
  await expect(steps.filter({ hasText: 'The same connection still works' })).toContainText(
    'Passed',
  );
  const rows = await readLedger(home);
  expect(rows.map((row) => row.success)).toEqual([1, 0]);
  await view(window, 'Writes').click();
  await expect(window.getByRole('grid', { name: 'Writes' })).toBeVisible();
});

test.describe('an audit log that cannot be written', () => {
  test.use({ settings: { auditLog: '/no/such/folder/audit.jsonl' } });

  test('is said in Health and in Settings, with the writes in the ledger all the same', async ({
    app,
    connect,
  }) => {
    const { window } = app;
    const cursor = await connect({ name: 'cursor-vscode' });
    await cursor.store({ title: 'Kept', content: 'x' });
    await view(window, 'Health').click();
    const log = check(window, 'Audit log');
    await expect(log).toContainText(/Worth a look|Problem/);
    await expect(log).toContainText('its folder is not there');
    await expect(log).toContainText('What to do');
    await expect(log).toContainText('Make the folder, or choose another place');
    const said = await window.getByRole('list', { name: 'Checks' }).textContent();
    expect(said).not.toMatch(/ENOENT|\dT\d\d:\d\d/);

    await view(window, 'Settings').click();
    await expect(window.getByRole('alert').filter({ hasText: 'Not written since' })).toContainText(
      '/no/such/folder/audit.jsonl',
    );
    const path = window.getByRole('textbox', { name: 'Audit log for other tools' });
    await path.fill('audit.jsonl');
    await path.press('Enter');
    await cursor.store({ title: 'Kept too', content: 'x' });
    await expect(window.getByText(/^Writes to .*audit\.jsonl\./)).toBeVisible();
    await expect
      .poll(() =>
        window.evaluate(async () => (await globalThis.window.inkwatch.app.state()).audit_log?.kind),
      )
      .toBe('ok');
  });
});

test('a ledger that cannot be read leads to Health', async ({ launch, home }) => {
  await writeFile(join(home, 'inkwatch.db'), 'no database at all, and more than a page of it');
  await chmod(join(home, 'inkwatch.db'), 0o444);
  const app = await launch();
  const { window } = app;
  const open = window.getByRole('button', { name: 'Open Health' }).first();
  await expect(open).toBeVisible();
  await open.click();
  await expect(window.getByRole('heading', { name: 'Health' })).toBeVisible();
  await expect(window.getByRole('list', { name: 'Checks' })).toBeVisible();
});
