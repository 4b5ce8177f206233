import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningApp } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { oldStore, putOldLedger } from '../support/old-ledger.ts';
import { answerSaveDialog } from '../support/save-dialog.ts';
import { writeRows } from '../support/window.ts';

/** Enough that an export of all is still going when something is done about it. */
const many = 300_000;

const fill = (home: string): void =>
  putOldLedger(
    home,
    Array.from({ length: many }, (_, index) =>
      oldStore(1 + index / many, 'mcp:claude-code', `Old plan ${index}`),
    ),
  );

/** Starts an export of everything into `folder` and gives its dialog once rows are being written. */
const startExport = async ({ electron, window }: RunningApp, folder: string) => {
  await mkdir(folder);
  await answerSaveDialog(electron, join(folder, 'all.csv'));
  await expect(writeRows(window).first()).toBeVisible({ timeout: 30_000 });
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = window.getByRole('dialog', { name: 'Export writes' });
  await expect(dialog).toContainText('300,000 writes');
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  return dialog;
};

test('an export that is cancelled leaves no file, not even half of one', async ({
  launch,
  home,
  folder,
}) => {
  fill(home);
  const app = await launch();
  const target = join(folder, 'exports');
  const dialog = await startExport(app, target);

  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await expect(dialog).toContainText('Cancelled. No file was left behind.');
  expect(await readdir(target)).toEqual([]);
});

test('g06: quitting during an export is done within 5 s and leaves no half file', async ({
  launch,
  home,
  folder,
}) => {
  fill(home);
  const app = await launch();
  const target = join(folder, 'exports');
  await startExport(app, target);

  expect(await app.quit()).toBeLessThan(5_000);

  expect(await readdir(target)).toEqual([]);
  expect(existsSync(join(home, 'endpoint.json'))).toBe(false);
});
