import type { Locator } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import type { Writer } from '../support/mcp.ts';
import { oldStore, putOldLedger } from '../support/old-ledger.ts';
import { details, facet, writeRow, writeRows } from '../support/window.ts';

const plan = {
  title: 'Q3 launch plan',
  content: 'Launch on 12 September. Owner: design team.',
  namespace: 'work',
  reason: 'user asked to keep the plan',
};

/** A note on a chunk that is not there: a call that reached its tool and failed in it. */
const failingNote = async (writer: Writer): Promise<void> => {
  const answer = await writer.call('memory_note', { chunk_id: 'no-such-chunk', note_text: 'lost' });
  expect(answer.failed).toBe(true);
};

const groundOf = (row: Locator): Promise<string> =>
  row.evaluate((element) => getComputedStyle(element).backgroundColor);

for (const era of ['2025', '2026'] as const) {
  test(`a write of the ${era} era is in the window by itself: who, what, why, how it went`, async ({
    app,
    connect,
  }) => {
    const claude = await connect({ name: 'claude-ai', version: '0.1.0', era });
    await claude.store(plan);

    const row = writeRow(app.window, plan.title);
    await expect(row).toBeVisible();
    await expect(row).toContainText('Claude Desktop');
    await expect(row).toContainText('memory.store');
    await expect(row).toContainText(/stored\s*“Q3 launch plan”\s*in\s*work/);
    await expect(row).toContainText(plan.reason);
    await expect(row).toContainText('Succeeded');

    // The list is open now: the next write joins it at the top.
    await claude.store({ ...plan, title: 'Launch risks' });
    await expect(writeRows(app.window)).toHaveCount(2);
    await expect(writeRows(app.window).first()).toContainText('Launch risks');
  });
}

test('“what did Claude write this week?” takes two clicks', async ({ launch, home, connect }) => {
  putOldLedger(home, [
    oldStore(21, 'mcp:claude-desktop', 'Old plan'),
    oldStore(21, 'mcp:cursor-vscode', 'Old scratch'),
  ]);
  const app = await launch();
  const claude = await connect({ name: 'claude-ai' }, app);
  const cursor = await connect({ name: 'cursor-vscode' }, app);
  await claude.store(plan);
  await cursor.store({ ...plan, title: 'Scratch' });
  await expect(writeRows(app.window)).toHaveCount(4);

  await app.window.getByRole('button', { name: 'This week', exact: true }).first().click();
  await facet(app.window, 'Client', 'Claude Desktop').check();

  await expect(writeRows(app.window)).toHaveCount(1);
  await expect(writeRow(app.window, plan.title)).toBeVisible();
  await expect(app.window.getByText('1 of 4 writes')).toBeVisible();
  // The command line says the same of the same filter.
  expect(await readLedger(home, '--since', '7d', '--client', 'mcp:claude-ai')).toHaveLength(1);
});

test('a failed write stands out by tint, icon and word, and can be had alone', async ({
  app,
  connect,
}) => {
  const writer = await connect({ name: 'claude-code' });
  await writer.store(plan);
  await failingNote(writer);
  const refused = await writer.call('memory_store', { title: 'x', content: 'y', colour: 'red' });
  expect(refused).toMatchObject({ failed: true, text: expect.stringContaining('colour') });

  const good = writeRow(app.window, plan.title);
  const failed = writeRow(app.window, 'Failed');
  await expect(failed).toHaveCount(2);
  const sign = failed.first().getByRole('gridcell').filter({ hasText: 'Failed' });
  await expect(sign.locator('svg')).toBeVisible();
  expect(await groundOf(failed.first())).not.toBe(await groundOf(good));

  const toggle = app.window.getByRole('button', { name: /^Failures only/ });
  await expect(toggle).toHaveText(/2$/);
  await toggle.click();
  await expect(writeRows(app.window)).toHaveCount(2);
  await expect(good).toHaveCount(0);

  await writeRow(app.window, 'no-such-chunk').or(failed.last()).first().click();
  await expect(details(app.window)).toContainText('no-such-chunk');
});

test('details show why, who, the chunk as it is now and its versions', async ({ app, connect }) => {
  const writer = await connect({ name: 'claude-ai', version: '0.1.0' });
  const chunk = await writer.store(plan);
  await writer.call('memory_note', { chunk_id: chunk, note_text: 'Translation is late.' });
  await writer.store({
    ...plan,
    content: 'Launch on 19 September. Owner: design team.',
    reason: 'dates moved after the call',
  });
  await expect(writeRows(app.window)).toHaveCount(3);

  await writeRow(app.window, 'dates moved after the call').click();
  const panel = details(app.window);
  await expect(panel).toContainText('Stored “Q3 launch plan”');
  await expect(panel).toContainText('dates moved after the call');
  await expect(panel).toContainText('Claude Desktop');
  await expect(panel).toContainText('0.1.0');
  await expect(panel).toContainText('version 2');
  await expect(panel).toContainText('chunk present');
  await expect(panel).toContainText('write 3 of 3');
  // The difference to the version before, word by word.
  await expect(panel.locator('del')).toContainText('12');
  await expect(panel.locator('ins')).toContainText('19');

  await panel.getByRole('tab', { name: 'Now' }).click();
  await expect(panel).toContainText('Launch on 19 September. Owner: design team.');
  await expect(panel).toContainText('Translation is late.');

  await panel.getByRole('tab', { name: /^Versions/ }).click();
  await expect(panel.getByRole('tabpanel')).toContainText('version 1');

  await panel.getByRole('tab', { name: 'JSON' }).click();
  await expect(panel.getByRole('tabpanel')).toContainText('"client_info": "mcp:claude-ai"');
});

test('a restart keeps everything: rows, details and order', async ({ launch, home, connect }) => {
  const first = await launch();
  const writer = await connect({ name: 'claude-code' }, first);
  await writer.store(plan);
  await failingNote(writer);
  await writer.store({ ...plan, title: 'Launch risks' });
  const before = await readLedger(home);
  await first.quit();

  const second = await launch();

  expect(await readLedger(home)).toEqual(before);
  await expect(writeRows(second.window)).toHaveCount(3);
  await expect(writeRows(second.window).first()).toContainText('Launch risks');
  await writeRow(second.window, plan.title).click();
  await expect(details(second.window)).toContainText(plan.content);
  await expect(details(second.window)).toContainText(plan.reason);
  // And it goes on recording, with ids that were never used.
  const again = await connect({ name: 'claude-code' }, second);
  await again.store({ ...plan, title: 'After the restart' });
  expect((await readLedger(home))[0]?.id).toBe((before[0]?.id ?? 0) + 1);
});
