import { expect, test } from 'vitest';
import { testLedger } from '../../testing/ledger.ts';
import { putRows, rowWith } from '../../testing/rows.ts';
import { connectionCounts } from './connection-counts.ts';

test('counts per connection and client go on from where they were, and settle late outcomes', () => {
  const { write } = testLedger();
  putRows(write, [
    rowWith({ id: 1, timestamp_ms: 1 }),
    rowWith({ id: 2, timestamp_ms: 9, success: 0 }),
    rowWith({ id: 3, timestamp_ms: 5, client_id: 'c-1', success: 0, finished_ms: null }),
    rowWith({ id: 4, timestamp_ms: 6, client_id: null }),
  ]);
  const home = {
    client_id: 'home',
    client_info: 'mcp:claude-code',
    client_name: 'claude-code',
    client_version: '2.1.197',
  };
  expect(connectionCounts(write)).toEqual([
    { ...home, client_id: 'c-1', writes: 1, failures: 1, last_ms: 5 },
    { ...home, writes: 2, failures: 1, last_ms: 9 },
  ]);
  putRows(write, [
    rowWith({ id: 5, timestamp_ms: 2 }),
    rowWith({ id: 6, timestamp_ms: 3, client_version: '3' }),
  ]);
  write.transaction(() =>
    write.run('UPDATE mcp_writes SET success = 1, finished_ms = 7 WHERE id = 3'),
  );
  expect(connectionCounts(write)).toEqual([
    { ...home, client_id: 'c-1', writes: 1, failures: 0, last_ms: 5 },
    { ...home, writes: 3, failures: 1, last_ms: 9 },
    { ...home, client_version: '3', writes: 1, failures: 0, last_ms: 3 },
  ]);
  expect(connectionCounts(write)).toHaveLength(3);
});

test('another ledger under the same handle is counted anew', () => {
  const { write } = testLedger();
  putRows(write, [rowWith({ id: 1, row_hash: 'a' }), rowWith({ id: 2, row_hash: 'b' })]);
  expect(connectionCounts(write)[0]?.writes).toBe(2);
  write.transaction(() => write.run('DELETE FROM mcp_writes'));
  putRows(write, [rowWith({ id: 1, row_hash: 'c' })]);
  expect(connectionCounts(write)[0]?.writes).toBe(1);
});
