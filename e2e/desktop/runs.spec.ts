import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { inkwatch, readLedger } from '../support/home.ts';
import { details, searchBox, view, writeRows } from '../support/window.ts';

const tree = (window: Page): Locator => window.getByRole('treegrid', { name: 'Runs' });
const runs = (window: Page): Locator => tree(window).locator('[role="row"][aria-level="1"]');
const writes = (window: Page): Locator => tree(window).locator('[role="row"][aria-level="2"]');
const active = (window: Page): Promise<string | null> =>
  tree(window).evaluate(
    (element) =>
      document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ??
      null,
  );

test('a run has its first reason as title, opens to its writes in order, and each write to its details', async ({
  app,
  connect,
}) => {
  const { window, home } = app;
  const cursor = await connect({ name: 'cursor-vscode', version: '1.9' });
  const id = await cursor.store({ title: 'Q3 plan', content: 'a' });
  await cursor.store({ title: 'Q3 risks', content: 'b', reason: 'the person asked for a plan' });
  await cursor.call('tree_tag', { chunk_id: 'no-such-chunk', tags: ['x'] });
  const desktop = await connect({ name: 'claude-ai' });
  await desktop.store({ title: 'Tea', content: 'Assam', reason: 'remember this one' });

  await view(window, 'Runs').click();
  await expect(runs(window)).toHaveCount(2);
  await expect(runs(window).first()).toContainText('“remember this one”');
  const second = runs(window).nth(1);
  await expect(second).toContainText('“the person asked for a plan”');
  await expect(second).toContainText('memory.store ×2, tree.tag ×1');
  await expect(second).toContainText('Cursor');
  await expect(second).toContainText('1 failed');

  await second.click();
  await expect(writes(window)).toHaveCount(3);
  await expect(writes(window).nth(0)).toContainText(/\+0:0\d.*Q3 plan/);
  await expect(writes(window).nth(1)).toContainText('Q3 risks');
  await expect(writes(window).nth(2)).toContainText('Failed');
  await writes(window).nth(0).click();
  await expect(details(window)).toContainText('Stored “Q3 plan”');
  expect(id).not.toBe('');

  // It goes on: the open run grows by itself, and its line counts it.
  await cursor.store({ title: 'Q3 budget', content: 'c' });
  await expect(writes(window)).toHaveCount(4);
  await expect(runs(window).first()).toContainText('“the person asked for a plan”');

  // The same run in the list of writes, on the command line, and back again.
  await runs(window).first().getByRole('button', { name: 'Show in Writes' }).click();
  await expect(writeRows(window)).toHaveCount(4);
  const run = (await readLedger(home)).find((row) => row.client_name === 'cursor-vscode');
  const query = `run:${run?.session_id}`;
  expect((await readLedger(home, '--query', query)).map((row) => row.tool_name)).toHaveLength(4);
  expect(await inkwatch(home, 'list', '--query', query)).not.toContain('Tea');
  await view(window, 'Runs').click();
  await expect(runs(window)).toHaveCount(1);
});

test('runs are found by the reasons in them, and failures alone narrow them', async ({
  app,
  connect,
}) => {
  const { window } = app;
  const cursor = await connect({ name: 'cursor-vscode' });
  await cursor.store({ title: 'a', content: 'a', reason: 'harvest of the first orchard' });
  const code = await connect({ name: 'claude-code' });
  await code.call('tree_tag', { chunk_id: 'no-such-chunk', tags: ['x'] });
  await code.store({ title: 'b', content: 'b' });

  await view(window, 'Runs').click();
  await expect(runs(window)).toHaveCount(2);
  await expect(runs(window).first()).toContainText('no reason given');
  await searchBox(window).fill('first orchard');
  await expect(runs(window)).toHaveCount(1);
  await expect(runs(window)).toContainText('Cursor');
  await searchBox(window).fill('nothing is called this');
  await expect(window.getByText('No run matches')).toBeVisible();
  await window.getByRole('button', { name: 'Clear filters' }).click();
  await expect(runs(window)).toHaveCount(2);
  await window.getByRole('button', { name: /^Failures only/ }).click();
  await expect(runs(window)).toHaveCount(1);
  await expect(runs(window)).toContainText('1 of 2');
});

test('the keyboard walks, opens and closes runs, and shows one in the list of writes', async ({
  app,
  connect,
}) => {
  const { window } = app;
  for (const name of ['claude-code', 'cursor-vscode', 'claude-ai']) {
    const writer = await connect({ name });
    await writer.store({ title: `first of ${name}`, content: 'x' });
    await writer.store({ title: `second of ${name}`, content: 'x' });
  }
  await view(window, 'Runs').click();
  await expect(runs(window)).toHaveCount(3);
  await tree(window).focus();
  const press = (key: string) => window.keyboard.press(key);
  await expect.poll(() => active(window)).toContain('Claude Desktop');
  await press('j');
  await expect.poll(() => active(window)).toContain('Cursor');
  await press('ArrowRight');
  await expect(writes(window)).toHaveCount(2);
  await press('ArrowRight');
  await expect.poll(() => active(window)).toContain('first of cursor-vscode');
  await press('ArrowDown');
  await press('Enter');
  await expect(details(window)).toContainText('second of cursor-vscode');
  // Walking on, the details go along.
  await press('k');
  await expect(details(window)).toContainText('first of cursor-vscode');
  await press('Escape');
  await expect(details(window)).toHaveCount(0);
  await press('ArrowLeft');
  await expect.poll(() => active(window)).toContain('Cursor');
  await press('ArrowLeft');
  await expect(writes(window)).toHaveCount(0);
  await press('End');
  await expect.poll(() => active(window)).toContain('Claude Code');
  await press('w');
  await expect(writeRows(window)).toHaveCount(2);
  await expect(writeRows(window).first()).toContainText('second of claude-code');
});
