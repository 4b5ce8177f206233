import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { look, sizeWindow } from '../support/looks.ts';
import { view } from '../support/window.ts';

const secret = 'SENTINEL-value-4b1d9c';

/** Files under a folder that hold the secret, as it is or in base64. */
const filesWith = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const forms = [secret, Buffer.from(secret).toString('base64').slice(0, -4)];
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, 'latin1').catch(() => '');
    if (forms.some((form) => text.includes(form))) found.push(path);
  }
  return found;
};

test('a secret of a server is in no file in clear where there is a keychain, else in one of mode 0600, which the window says', async ({
  launch,
  home,
  folder,
}) => {
  const app = await launch();
  const { window } = app;
  await sizeWindow(app);
  const { available, backend } = await app.electron.evaluate(({ safeStorage }) => ({
    available: safeStorage.isEncryptionAvailable(),
    backend: process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'system',
  }));
  // Chromium's own fixed password on Linux hides nothing.
  const sealed = available && backend !== 'basic_text';

  await view(window, 'Servers').click();
  await window.getByRole('button', { name: 'Add a server' }).click();
  const form = window.getByRole('dialog');
  await expect(form).toContainText(sealed ? 'sealed with this system’s keychain' : 'mode 0600');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('tickets');
  await form.getByRole('textbox', { name: 'Command' }).fill(`${process.execPath} -e 0`);
  await form.getByRole('textbox', { name: 'Environment (optional)' }).fill(`TICKETS_KEY=${secret}`);
  await look(window, 'server-add-secret', '[role="dialog"]');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(window.getByRole('heading', { name: 'tickets' })).toBeVisible();
  expect(await window.content()).not.toContain(secret);
  expect(
    await window.evaluate(async () => globalThis.window.inkwatch.servers.list()),
  ).toMatchObject([{ name: 'tickets', config: { env: { TICKETS_KEY: '••••••' } } }]);

  const file = join(home, 'secrets.json');
  expect(await filesWith(folder)).toEqual(sealed ? [] : [file]);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  await app.quit();
  expect(await filesWith(folder)).toEqual(sealed ? [] : [file]);
  expect(app.log()).not.toContain(secret);
});
