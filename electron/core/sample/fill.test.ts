import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Burst } from '../../../shared/burst.ts';
import type { LedgerRow } from '../../../shared/ledger.ts';
import { type ShownOutcome, shownOutcomeOf } from '../../../shared/outcome.ts';
import { openReader } from '../../db/open.ts';
import { homePaths } from '../../home/paths.ts';
import { tempHome } from '../../testing/temp-home.ts';
import { fillSampleHome } from './fill.ts';

const now = Date.parse('2026-11-30T21:40:00Z');

function readAll<Row>(home: string, sql: string): readonly Row[] {
  const reader = openReader(homePaths(home).database);
  try {
    return reader.all<Row>(sql);
  } finally {
    reader.close();
  }
}

test('a sample home holds a week of rows, documents and one unseen burst, made with under 3 s of work', async () => {
  const home = tempHome();
  // Of the processor, not of the clock: other tests run beside this one.
  const before = process.cpuUsage();
  await fillSampleHome(home, now);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(3000);

  const rows = readAll<LedgerRow>(home, 'SELECT * FROM mcp_writes ORDER BY id');
  expect(rows.length).toBeGreaterThan(1950);
  const outcomes: Record<ShownOutcome, number> = {
    succeeded: 0,
    failed: 0,
    refused: 0,
    unknown: 0,
  };
  for (const row of rows) outcomes[shownOutcomeOf(row)] += 1;
  expect(outcomes.failed).toBeGreaterThan(10);
  expect(outcomes.refused).toBeGreaterThan(1);
  expect(outcomes.unknown).toBe(0);
  expect(outcomes.succeeded).toBeGreaterThan(rows.length * 0.95);
  expect(rows.every((row, at) => row.timestamp_ms >= (rows[at - 1]?.timestamp_ms ?? 0))).toBe(true);
  expect(rows.some((row) => row.repeat_no > 5)).toBe(true);
  expect(rows.every((row) => row.row_hash !== null)).toBe(true);

  const bursts = readAll<Omit<Burst, 'client_ids'>>(home, 'SELECT * FROM bursts');
  expect(bursts).toHaveLength(1);
  expect(bursts[0]).toMatchObject({ client_info: 'mcp:cursor-vscode', count: 42, seen_ms: null });
});

test('a fresh sample is kept, an old one is made anew', async () => {
  const home = tempHome();
  const newest = () =>
    readAll<{ at: number }>(home, 'SELECT max(timestamp_ms) AS at FROM mcp_writes')[0]?.at ?? 0;
  await fillSampleHome(home, now);
  const first = newest();
  await fillSampleHome(home, now + 60_000);
  expect(newest()).toBe(first);
  await fillSampleHome(home, now + 24 * 60 * 60_000);
  expect(newest()).toBeGreaterThan(first + 20 * 60 * 60_000);
});

test('a folder with a real ledger is refused and left as it is', async () => {
  const home = tempHome();
  const { database } = homePaths(home);
  writeFileSync(database, 'a real ledger');
  await expect(fillSampleHome(home, now)).rejects.toThrow('holds a real ledger');
  expect(readFileSync(database, 'utf8')).toBe('a real ledger');
});

test('a sample that was cut short is made anew', async () => {
  const home = tempHome();
  writeFileSync(join(home, 'sample.json'), JSON.stringify({ made_ms: 0 }));
  writeFileSync(homePaths(home).database, 'half a ledger');
  await fillSampleHome(home, now);
  expect(readAll(home, 'SELECT id FROM mcp_writes LIMIT 1')).toHaveLength(1);
});
