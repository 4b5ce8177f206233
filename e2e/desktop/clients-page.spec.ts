import type { Locator, Page } from '@playwright/test';
import type { RunningApp } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import { connectWriter } from '../support/mcp.ts';
import { view, writeRow, writeRows } from '../support/window.ts';

const row = (window: Page, name: string): Locator =>
  window.getByRole('row').filter({ has: window.getByRole('rowheader').getByText(name) });

/** Makes a connection as a person does; gives the token that is shown once. */
async function addConnection({ window }: RunningApp, name: string): Promise<string> {
  await view(window, 'Clients').click();
  await window.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = window.getByRole('dialog', { name: 'Add a connection' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await window.keyboard.press('Enter');
  const token = await window.getByRole('textbox', { name: 'Token' }).inputValue();
  await expect(
    window.getByRole('dialog').getByRole('region', { name: 'Claude Code' }),
  ).not.toContainText(token);
  await window.getByRole('button', { name: 'Done' }).click();
  return token;
}

async function menu({ window }: RunningApp, name: string, item: string): Promise<void> {
  await window.getByRole('button', { name: `More about ${name}` }).click();
  await window.getByRole('menuitem', { name: item }).click();
}

test('a new token opens the ledger to its client, a pause refuses it with a row, and a revoked token opens nothing', async ({
  app,
  connect,
}) => {
  const { window, home, endpoint } = app;
  const token = await addConnection(app, 'Cursor');
  expect(token.length).toBeGreaterThan(30);
  const cursor = await connect(
    { name: 'cursor-vscode', version: '1.9' },
    { ...app, endpoint: { ...endpoint, token } },
  );
  await cursor.store({ title: 'Q3 plan', content: 'x', reason: 'asked to' });
  await expect(row(window, 'Cursor')).toContainText('cursor-vscode 1.9');
  await expect(row(window, 'Cursor')).toContainText('name and token agree');
  await expect(row(window, 'Cursor')).toContainText('1 in the last hour');
  // The token is nowhere in the window any more.
  expect(await window.content()).not.toContain(token);

  await window.getByRole('button', { name: 'Pause Cursor' }).click();
  await expect(row(window, 'Cursor')).toContainText('paused: every write is refused');
  const refused = await cursor.call('memory_store', { title: 'No', content: 'x' });
  expect(refused.failed).toBe(true);
  expect(refused.text).toContain('paused');
  const [newest] = await readLedger(home);
  expect(newest).toMatchObject({ success: 0, error_kind: 'refused' });
  await expect(row(window, 'Cursor')).toContainText('1 not succeeded');

  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(window.getByRole('button', { name: 'Pause Cursor' })).toBeVisible();
  await cursor.store({ title: 'Again', content: 'x' });

  await menu(app, 'Cursor', 'Show its writes');
  await expect(writeRows(window)).toHaveCount(3);
  await expect(writeRow(window, 'Refused')).toHaveCount(1);

  await view(window, 'Clients').click();
  await menu(app, 'Cursor', 'Revoke');
  const question = window.getByRole('dialog', { name: 'Revoke Cursor?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await cursor.store({ title: 'Still', content: 'x' });
  await menu(app, 'Cursor', 'Revoke');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(window.getByRole('heading', { name: 'Revoked (1)' })).toBeVisible();
  await expect(cursor.store({ title: 'Never', content: 'x' })).rejects.toThrow();
  const answer = await fetch(endpoint.url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
  expect(answer.status).toBe(401);
  await expect(connectWriter({ ...endpoint, token }, { name: 'cursor-vscode' })).rejects.toThrow();
});

test('a name that is not the token’s is said, and a pin that names nothing is shown as dead', async ({
  app,
  connect,
}) => {
  const { window, endpoint } = app;
  const token = await addConnection(app, 'Claude Desktop');
  const codex = await connect(
    { name: 'codex-mcp-client', version: '0.171.0' },
    { ...app, endpoint: { ...endpoint, token } },
  );
  await codex.store({ title: 'Plan', content: 'x', namespace: 'work' });
  const line = row(window, 'Claude Desktop');
  await expect(line).toContainText('says Codex, token was made for Claude Desktop');

  await menu(app, 'Claude Desktop', 'Pin to a namespace');
  const pin = window.getByRole('dialog', { name: /^Pin Claude Desktop/ });
  const namespace = pin.getByRole('combobox', { name: 'Namespace' });
  await namespace.fill('demo');
  await expect(pin).toContainText('Nothing is in this namespace now');
  await window.keyboard.press('Enter');
  await expect(line).toContainText('pinned to “demo”: no such namespace');
  const elsewhere = await codex.call('memory_store', {
    title: 'Plan',
    content: 'y',
    namespace: 'work',
  });
  expect(elsewhere.text).toContain('demo');

  await line.getByRole('button', { name: 'Repin' }).click();
  await namespace.fill('work');
  await window.keyboard.press('Enter');
  await expect(line).toContainText('pinned to work · present');
  await codex.store({ title: 'Plan', content: 'z', namespace: 'work' });

  await menu(app, 'Claude Desktop', 'Limit writes');
  const limit = window.getByRole('dialog', { name: 'Limit Claude Desktop' });
  await limit.getByRole('textbox').fill('0');
  await expect(limit.getByRole('button', { name: 'Limit', exact: true })).toBeDisabled();
  await limit.getByRole('textbox').fill('2');
  await window.keyboard.press('Enter');
  await expect(line).toContainText('at most 2 an hour');
  const over = await codex.call('memory_store', { title: 'Over', content: 'x', namespace: 'work' });
  expect(over.text).toContain('2 writes per hour');

  await menu(app, 'Claude Desktop', 'Rename');
  await window.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Codex');
  await window.keyboard.press('Enter');
  await expect(row(window, 'Codex')).toContainText('name and token agree');
});

test('an alert pauses the connection that writes too fast, and takes it back', async ({
  app,
  connect,
}) => {
  const { window, endpoint } = app;
  const token = await addConnection(app, 'Cursor');
  const cursor = await connect(
    { name: 'cursor-vscode' },
    { ...app, endpoint: { ...endpoint, token } },
  );
  await view(window, 'Writes').click();
  for (let n = 0; n < 21; n += 1) await cursor.store({ title: `scratch ${n}`, content: 'x' });
  await window.getByRole('button', { name: 'Pause Cursor' }).click();
  await expect(window.getByRole('button', { name: 'Resume Cursor' })).toBeVisible();
  expect((await cursor.call('memory_store', { title: 'No', content: 'x' })).failed).toBe(true);
  await view(window, 'Alerts').click();
  await window.getByRole('button', { name: 'Resume Cursor' }).click();
  await expect(window.getByRole('button', { name: 'Pause Cursor' })).toBeVisible();
  await cursor.store({ title: 'Yes', content: 'x' });
});
