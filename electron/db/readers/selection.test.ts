import { expect, test } from 'vitest';
import { testLedger } from '../../testing/ledger.ts';
import { putRows, rowWith } from '../../testing/rows.ts';
import { changeMarks } from '../writers/marks.ts';
import { repeatsOf, selectionSummary } from './selection.ts';

test('a selection says how many of what it holds, and from when to when', () => {
  const { write } = testLedger();
  putRows(write, [
    rowWith({ id: 1, client_info: 'mcp:claude-ai', client_name: 'claude-ai' }),
    rowWith({ id: 2, client_info: 'mcp:claude-desktop', tool_name: 'tree.tag' }),
    rowWith({ id: 3, client_info: 'mcp:cursor', client_name: 'cursor', success: 0 }),
    rowWith({ id: 4 }),
  ]);
  changeMarks(write, { ids: [1, 2], flagged: true }, 5);
  const summary = selectionSummary(write, [1, 2, 3, 999]);
  expect(summary).toMatchObject({
    writes: 3,
    clients: [
      { value: 'claude-desktop', label: 'Claude Desktop', count: 2 },
      { value: 'cursor', count: 1 },
    ],
    tools: [
      { value: 'memory.store', count: 2 },
      { value: 'tree.tag', count: 1 },
    ],
    outcomes: [
      { value: 'succeeded', count: 2 },
      { value: 'failed', count: 1 },
    ],
    first_ms: 1_780_000_000_001,
    last_ms: 1_780_000_000_003,
    flagged: 2,
    reviewed: 0,
  });
  expect(selectionSummary(write, [])).toMatchObject({ writes: 0, first_ms: null });
});

test('repeats are told by the whole digest, whoever wrote them, by index', () => {
  const { write } = testLedger();
  const digest = 'a'.repeat(64);
  const half = `${'a'.repeat(24)}${'b'.repeat(40)}`;
  putRows(write, [
    rowWith({ id: 1, args_digest: digest }),
    rowWith({ id: 2, args_digest: digest, client_info: 'mcp:cursor' }),
    rowWith({ id: 3, args_digest: half }),
    rowWith({ id: 4, args_digest: null }),
  ]);
  const found = repeatsOf(write, 1, 10);
  expect(found.rows.map((row) => row.id)).toEqual([2, 1]);
  expect(found.total).toBe(2);
  expect(repeatsOf(write, 1, 1).rows).toHaveLength(1);
  expect(repeatsOf(write, 4, 10)).toEqual({ rows: [], total: 0 });
});
