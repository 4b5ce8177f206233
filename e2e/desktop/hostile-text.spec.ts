import { readFileSync } from 'node:fs';
import { at } from '../../scripts/lib/project.mjs';
import { expect, test } from '../support/fixtures.ts';
import { details, searchBox, view, writeRows } from '../support/window.ts';

const lines = readFileSync(at('e2e/inputs/xss.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly text: string }).text);

test('g07: text that an LLM or a client wrote stays text wherever it is shown', async ({
  app,
  connect,
}) => {
  const { window } = app;
  const asked: string[] = [];
  window.on('request', (request) => {
    if (!request.url().startsWith('inkwatch://app/')) asked.push(request.url());
  });
  for (const [index, text] of lines.entries()) {
    const writer = await connect({ name: text, version: text });
    const chunk = await writer.store({
      title: text,
      content: text,
      reason: text,
      namespace: `n${index}`,
      tags: [text],
    });
    await writer.call('memory_note', { chunk_id: chunk, note_text: text, reason: text });
    await writer.call('memory_note', { chunk_id: text, note_text: text });
    await writer.call(text, { [text]: text }).catch(() => undefined);
  }
  const burst = await connect({ name: lines[0] ?? '' });
  for (let number = 0; number < 21; number += 1) {
    await burst.store({ title: `${lines[0]} ${number}`, content: 'x' });
  }

  // The table, its tooltips, the facets, the burst banner.
  await expect(writeRows(window).first()).toBeVisible();
  await expect(window.getByText('<img src=x onerror=window.__pwned=1>').first()).toBeVisible();
  await expect(window.getByText(/writes in \d+/).first()).toBeVisible();

  // The details of each line, all tabs.
  const box = searchBox(window);
  for (const text of ['onerror', 'srcdoc', 'javascript', 'pixel.png', 'constructor']) {
    await box.fill(text);
    const row = writeRows(window).filter({ hasText: text }).first();
    await row.hover();
    await row.click();
    const panel = details(window);
    await expect(panel).toContainText(text);
    // A write of the memory has tabs; of any other call the row itself is opened.
    const tabs = panel.getByRole('tab');
    const wholeRow = panel.getByText('The whole row, as JSON');
    await expect(tabs.first().or(wholeRow)).toBeVisible();
    if (await wholeRow.isVisible()) await wholeRow.click();
    for (const tab of await tabs.all()) await tab.click();
  }
  // Matches of a search are marked, if at all, without making elements of the text.
  await box.fill('img');
  await expect(writeRows(window).first()).toBeVisible();
  await box.fill('');
  await view(window, 'Alerts').click();
  await expect(window.getByRole('main')).toContainText('<img');

  expect(await window.evaluate(() => '__pwned' in window)).toBe(false);
  expect(asked).toEqual([]);
  const found = await window.evaluate(() => ({
    foreign: document.querySelectorAll('iframe, object, embed, img[src="x"], [onerror], [onload]')
      .length,
    links: document.querySelectorAll('a[href^="javascript"]').length,
  }));
  expect(found).toEqual({ foreign: 0, links: 0 });
});
