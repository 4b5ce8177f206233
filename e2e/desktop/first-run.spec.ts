import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installClient } from '../real-clients/install.ts';
import { playClaudeCode, runClaudeLine } from '../real-clients/run.ts';
import { anthropicStandIn } from '../stand-ins/anthropic.ts';
import { threeWritesAndAFailure } from '../stand-ins/script.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeRow, writeRows } from '../support/window.ts';

test('the empty window shows where to connect, with the token masked, for each client', async ({
  app,
}) => {
  const { window, endpoint } = app;
  await expect(window.getByRole('heading', { name: 'Connect your first client' })).toBeVisible();
  for (const name of ['Claude Code', 'Cursor', 'VS Code']) {
    const card = window.getByRole('region', { name });
    await expect(card).toContainText(endpoint.url);
    await expect(card).not.toContainText(endpoint.token);
    await card.getByRole('button', { name: 'Copy' }).click();
    await expect(card.getByRole('button')).toHaveText('Copied');
    const copied = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
    expect(copied).toContain(endpoint.url);
    expect(copied).toContain(endpoint.token);
  }
});

test('a stranger pastes one line into the real Claude Code and sees the first writes', async ({
  app,
  folder,
}) => {
  test.setTimeout(420_000);
  const client = await installClient('claude-code');
  if (!client.ok) console.log(`skipped: ${client.reason}`);
  test.skip(!client.ok, client.ok ? '' : client.reason);
  if (!client.ok) return;
  const { window } = app;
  const card = window.getByRole('region', { name: 'Claude Code' });
  await card.getByRole('button', { name: 'Copy' }).click();
  const line = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
  const model = await anthropicStandIn('inkwatch', threeWritesAndAFailure);
  const home = join(folder, 'claude-home');
  await mkdir(home);

  const added = await runClaudeLine({ client, home, model }, line);
  expect(added, added.output).toMatchObject({ code: 0 });
  const played = await playClaudeCode({ client, home, model }, 'inkwatch');

  expect(played, played.output).toMatchObject({ code: 0 });
  await expect(writeRows(window), 'the page turned into the list by itself').toHaveCount(4);
  await expect(writeRow(window, 'Claude Code')).toHaveCount(4);
  await expect(writeRow(window, 'Q3 launch plan').first()).toBeVisible();
  await expect(writeRow(window, 'Failed')).toHaveCount(1);
  await model.close();
});
