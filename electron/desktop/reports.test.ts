import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ExportProgress } from '../../shared/answers.ts';
import { createDirectReads } from '../db/read-client.ts';
import { testLedger } from '../testing/ledger.ts';
import { putRows, rowWith } from '../testing/rows.ts';
import { tempHome } from '../testing/temp-home.ts';
import { createReports, type ReportsOptions } from './reports.ts';

const range = { since_ms: 1_780_000_000_000, until_ms: 1_780_600_000_000 };

const saving = (part: Partial<ReportsOptions> = {}) => {
  const { write } = testLedger();
  putRows(write, [rowWith({ id: 1 }), rowWith({ id: 2 })]);
  const folder = tempHome();
  const said: ExportProgress[] = [];
  const reports = createReports({
    reads: createDirectReads(write, () => 1),
    askFile: async ({ format }) => join(folder, `report.${format}`),
    pdf: async () => Buffer.from('%PDF-1.7 test'),
    reveal: () => undefined,
    send: (progress) => said.push(progress),
    ...part,
  });
  const states = () => said.map((progress) => progress.state);
  return { reports, folder, said, states };
};

test('a report is saved whole, step by step, as Markdown and as a PDF', async () => {
  const { reports, folder, said, states } = saving();
  await reports.save({ range, format: 'md' });
  await expect.poll(states).toEqual(['running', 'running', 'running', 'done']);
  expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('2 writes: Succeeded 2.');
  await reports.save({ range, format: 'pdf' });
  await expect.poll(() => said.at(-1)?.state).toBe('done');
  expect(readFileSync(join(folder, 'report.pdf'), 'latin1')).toMatch(/^%PDF/);
  expect(readdirSync(folder).sort()).toEqual(['report.md', 'report.pdf']);
});

test('one that is cancelled while it is printed leaves nothing behind', async () => {
  const { reports, folder, said } = saving({
    pdf: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('the window was closed')));
      }),
  });
  const started = await reports.save({ range, format: 'pdf' });
  expect(started).toMatchObject({ kind: 'started', export_id: 1 });
  reports.cancel(1);
  await expect.poll(() => said.at(-1)?.state).toBe('cancelled');
  expect(readdirSync(folder)).toEqual([]);
  expect(() => reports.reveal(1)).toThrow('no saved report');
});

test('a folder that is not there, and a dialog that was dismissed, are said plainly', async () => {
  const gone = saving({ askFile: async () => join('/no', 'such', 'folder', 'r.md') });
  await gone.reports.save({ range, format: 'md' });
  await expect.poll(() => gone.said.at(-1)?.why).toContain('the folder does not exist');
  const dismissed = saving({ askFile: async () => null });
  expect(await dismissed.reports.save({ range, format: 'md' })).toEqual({ kind: 'dismissed' });
  expect(existsSync(join(dismissed.folder, 'report.md'))).toBe(false);
});

test('closing waits until what runs has left no half file', async () => {
  const { reports, folder, said } = saving({
    pdf: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('ended')));
      }),
  });
  await reports.save({ range, format: 'pdf' });
  await reports.close();
  expect(said.at(-1)?.state).toBe('cancelled');
  expect(readdirSync(folder)).toEqual([]);
});
