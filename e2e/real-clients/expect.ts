import type { LedgerRow } from '../../shared/ledger.ts';
import { expect, test } from '../support/fixtures.ts';
import type { InstalledClient } from './install.ts';
import type { ClientRun } from './run.ts';

/** Skips the test, saying why, where the client cannot be had: what did not run is not counted as passed. */
export function required(client: InstalledClient): asserts client is ClientRun['client'] {
  if (!client.ok) console.log(`skipped: ${client.reason}`);
  test.skip(!client.ok, client.ok ? '' : client.reason);
}

/** The one value that all rows have in this column. */
export const only = (rows: readonly LedgerRow[], column: keyof LedgerRow): unknown => {
  const values = new Set(rows.map((row) => row[column]));
  expect(values.size, `one ${column} in all rows`).toBe(1);
  return [...values][0];
};

/** What all clients' rows have in common: three writes on one chunk, then one that failed. */
export const expectThreeWritesAndAFailure = (rows: readonly LedgerRow[]): void => {
  expect(rows.map((row) => row.tool_name)).toEqual([
    'memory.store',
    'memory.note',
    'tree.tag',
    'memory.note',
  ]);
  expect(rows.map((row) => row.success)).toEqual([1, 1, 1, 0]);
  const chunk = rows[0]?.resulting_chunk_id;
  expect(chunk).toBeTruthy();
  expect(rows.slice(1, 3).map((row) => row.resulting_chunk_id)).toEqual([chunk, chunk]);
  expect(rows[3]).toMatchObject({
    error_kind: 'invalid',
    // Names the parameter, never the value.
    error_message: expect.stringMatching(/^chunk_id: /),
  });
  expect(rows[0]?.reason).toBe('the user asked to keep the plan');
  expect(new Set(rows.map((row) => row.call_id)).size, 'each call has an id of its own').toBe(4);
};
