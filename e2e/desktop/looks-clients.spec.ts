import { join } from 'node:path';
import type { RunningApp } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { makeHome } from '../support/home.ts';
import { look, sizeWindow } from '../support/looks.ts';
import { details, view } from '../support/window.ts';

/** A connection, made without the window's form. */
const added = ({ window }: RunningApp, name: string) =>
  window.evaluate((wanted) => globalThis.window.inkwatch.connections.add(wanted), name);

test.use({ settings: { auditLog: '/no/such/folder/audit.jsonl' } });

test('runs have no fault that axe finds', async ({ launch, folder }) => {
  const home = await makeHome(join(folder, 'sample-home'));
  const app = await launch({ home, args: ['--sample', '--home', home] });
  await sizeWindow(app);
  const { window } = app;
  await view(window, 'Runs').click();
  const tree = window.getByRole('treegrid', { name: 'Runs' });
  await expect(tree.locator('[aria-level="1"]').first()).toBeVisible();
  await look(window, 'runs');
  await tree.locator('[aria-level="1"]').first().click();
  await tree.locator('[aria-level="2"]').nth(1).click();
  await expect(details(window)).toContainText('chunk present');
  await look(window, 'run');
});

test('clients, health and settings in trouble have no fault that axe finds', async ({
  app,
  connect,
}) => {
  await sizeWindow(app);
  const { window, endpoint } = app;
  const writer = async (token: string, name: string, version: string) =>
    connect({ name, version }, { ...app, endpoint: { ...endpoint, token } });
  const [desktop, code, runner, old] = [
    await added(app, 'Claude Desktop'),
    await added(app, 'Claude Code'),
    await added(app, 'ci-runner'),
    await added(app, 'Old laptop'),
  ];
  await view(window, 'Clients').click();
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Cursor' }).click();
  await look(window, 'add-connection', '[role="dialog"]');
  await window.getByRole('dialog').getByRole('button', { name: 'Make a token' }).click();
  const shown = window.getByRole('textbox', { name: 'Token' });
  const cursor = await writer(await shown.inputValue(), 'cursor-vscode', '1.9');
  // A picture shows no token, not even of a home that is gone.
  await shown.evaluate((input: HTMLInputElement) => {
    input.value = '••••••••••••••••••••••••••••••••';
  });
  await look(window, 'token', '[role="dialog"]');
  await window.getByRole('button', { name: 'Done' }).click();

  for (let n = 1; n <= 3; n += 1) {
    await cursor.store({ title: `Invoice parser ${n}`, content: 'x', namespace: 'work' });
  }
  const codex = await writer(desktop.token, 'codex-mcp-client', '0.171.0');
  await codex.store({ title: 'Plan', content: 'x' });
  const claude = await writer(code.token, 'claude-code', '2.1.197');
  const nightly = await writer(code.token, 'claude-code', '2.2.0-nightly');
  for (const one of [claude, nightly]) await one.store({ title: 'Notes', content: 'x' });
  const ci = await writer(runner.token, 'nightly build', '4');
  await ci.store({ title: 'Build', content: 'x' });
  await window.evaluate(
    async ([pinned, dead, gone]) => {
      const { change, revoke } = globalThis.window.inkwatch.connections;
      await change({ client_id: pinned ?? '', pinned_namespace: 'work' });
      await change({ client_id: dead ?? '', pinned_namespace: 'demo', writes_per_hour: 50 });
      await revoke(gone ?? '');
    },
    [code, runner, old].map(({ connection }) => connection.client_id),
  );
  await window.getByRole('button', { name: 'Pause Cursor' }).click();
  await cursor.call('memory_store', { title: 'No', content: 'x' });
  await expect(window.getByText('no such namespace')).toBeVisible();
  await expect(window.getByText('1 not succeeded')).toBeVisible();
  await window.getByRole('button', { name: 'Dismiss' }).click();
  await look(window, 'clients');

  await view(window, 'Health').click();
  await window.getByRole('button', { name: 'Run the self-test' }).click();
  await expect(window.getByText('Passed', { exact: true }).first()).toBeVisible();
  await window.getByRole('heading', { name: 'Health' }).scrollIntoViewIfNeeded();
  await look(window, 'health');

  await view(window, 'Settings').click();
  await window.getByRole('switch', { name: 'Read-only mode' }).check();
  await window.getByRole('textbox', { name: 'Audit log' }).scrollIntoViewIfNeeded();
  await expect(window.getByText('Not written since')).toBeVisible();
  await look(window, 'settings-policy');
});
