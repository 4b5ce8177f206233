import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { at } from '../../scripts/lib/project.mjs';
import { type LedgerRow, ledgerColumns, numericColumns } from '../../shared/ledger.ts';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import { oldStore, putOldLedger } from '../support/old-ledger.ts';
import { answerSaveDialog, askedFor } from '../support/save-dialog.ts';
import { facet, writeRow, writeRows } from '../support/window.ts';

const formulaCells = readFileSync(at('e2e/inputs/formula-cells.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly cell: string; readonly starts_formula: boolean });

/** What a cell must hold so that no spreadsheet runs it, computed apart from the program. */
const inert = (value: string): string =>
  /^[\t\r\n]/.test(value) || /^\s*[=+\-@＝＋－＠]/u.test(value) ? `'${value}` : value;

const cellOf = (row: LedgerRow, column: keyof LedgerRow): string => {
  const value = row[column];
  if (value === null) return '';
  return numericColumns.has(column) ? String(value) : inert(String(value));
};

test('e04, e01: the export of a filtered range is the ledger, row by row and cell by cell', async ({
  launch,
  folder,
  home,
  connect,
}) => {
  putOldLedger(home, [oldStore(21, 'mcp:cursor-vscode', 'Three weeks ago')]);
  const app = await launch();
  const cursor = await connect({ name: 'cursor-vscode', version: '=1.0' }, app);
  const claude = await connect({ name: 'claude-code' }, app);
  for (const { cell } of formulaCells) {
    await cursor.store({ title: `Cell ${cell}`, content: 'x', reason: cell });
    await claude.store({ title: `Other ${cell}`, content: 'x', reason: cell });
  }
  await cursor.call('memory_note', { chunk_id: '=cmd|x', note_text: 'a "quoted",\r\nbroken line' });
  const { window } = app;
  await expect(writeRows(window).first()).toBeVisible();

  await window.getByRole('button', { name: 'This week', exact: true }).first().click();
  await facet(window, 'Client', 'Cursor').check();
  const total = formulaCells.length + 1;
  await expect(window.getByText(`${total} of ${total * 2} writes`)).toBeVisible();

  const file = join(folder, 'writes.csv');
  await answerSaveDialog(app.electron, file);
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = window.getByRole('dialog', { name: 'Export writes' });
  await expect(dialog).toContainText(`${total} writes`);
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog).toContainText(`${total} writes exported`);
  expect((await askedFor(app.electron)).defaultPath).toMatch(/writes-cursor-[-\d]+to[-\d]+\.csv$/);

  const bytes = await readFile(file);
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(bytes.toString('utf8')).not.toMatch(/(?<!\r)\n$/);
  const read = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
  const ledger = await readLedger(home, '--client', 'mcp:cursor-vscode', '--since', '7d');
  expect(read).toHaveLength(total);
  expect(ledger).toHaveLength(total);
  for (const [index, row] of ledger.entries()) {
    const cells = read[index] ?? {};
    for (const column of ledgerColumns) {
      expect(cells[column], `${column} of write ${row.id}`).toBe(cellOf(row, column));
    }
    const iso = Object.values(cells).find((cell) => /^\d{4}-\d\d-\d\dT.*[+-]\d\d:\d\d$/.test(cell));
    expect(Date.parse(iso ?? ''), 'the time as ISO 8601 with its offset').toBe(row.timestamp_ms);
  }
  // Nothing is left beside the file.
  expect((await readdir(folder)).filter((name) => name.includes('writes.csv'))).toEqual([
    'writes.csv',
  ]);
});

test('JSON lines keep the raw values, selected rows alone if asked', async ({
  app,
  folder,
  home,
  connect,
}) => {
  const writer = await connect({ name: 'claude-code' });
  for (const title of ['=1+1', 'Second', 'Third'])
    await writer.store({ title, content: 'x', reason: title });
  const { window } = app;
  await expect(writeRows(window)).toHaveCount(3);
  await writeRow(window, '=1+1')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await writeRow(window, 'Third')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });

  const file = join(folder, 'picked.jsonl');
  await answerSaveDialog(app.electron, file);
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = window.getByRole('dialog', { name: 'Export writes' });
  await expect(dialog.getByRole('radio', { name: /2 selected/ })).toBeChecked();
  await dialog.getByRole('button', { name: /^Format/ }).click();
  await window.getByRole('menuitemradio', { name: 'JSON lines' }).click();
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog).toContainText('2 writes exported');

  const text = await readFile(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LedgerRow);
  const ledger = await readLedger(home);
  expect(rows).toMatchObject(ledger.filter((row) => row.reason !== 'Second'));
});

test('a dismissed dialog writes nothing, and the window says when nothing matches', async ({
  app,
  folder,
  connect,
}) => {
  const writer = await connect({ name: 'claude-code' });
  await writer.store({ title: 'Only one', content: 'x' });
  const { window } = app;
  await expect(writeRows(window)).toHaveCount(1);
  await answerSaveDialog(app.electron, null);
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = window.getByRole('dialog', { name: 'Export writes' });
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog.getByRole('button', { name: 'Export…' })).toBeEnabled();
  await window.keyboard.press('Escape');
  expect(existsSync(join(folder, 'writes.csv'))).toBe(false);

  await window.getByRole('searchbox', { name: 'Search writes' }).fill('nothing is called this');
  await expect(window.getByText('Nothing matches')).toBeVisible();
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Export…' })).toBeDisabled();
});
