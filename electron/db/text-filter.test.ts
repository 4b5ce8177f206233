import { expect, test } from 'vitest';
import { emptyFilter, type WriteFilter } from '../../shared/filter.ts';
import type { TimeBounds } from '../../shared/time-range.ts';
import { testLedger } from '../testing/ledger.ts';
import { matching } from './readers/counts.ts';
import { page } from './readers/page.ts';
import { indexWrites } from './search-index.ts';

const allTime: TimeBounds = { since_ms: null, until_ms: null };

/** The rows of the case's own SQL. */
const likeRows: readonly (readonly [string, string, string])[] = [
  ['mcp:cursor', 'memory_store', 'plain'],
  ['mcp:cursor-nightly', 'memoryXstore', 'wildcard bait'],
  ['mcp:cursor', 'memory_store', '100% sure'],
  ['mcp:cursor', 'memory_store', '100 items sure'],
  ['mcp:cursor', 'memory_store', 'C:\\temp\\new'],
  ['mcp:cursor', 'memory_store', 'École'],
  ['mcp:cursor', 'memory_store', "it's [x] ok"],
  ['mcp:a_b', 'memory_store', 'underscore client'],
  ['mcp:aXb', 'memory_store', 'other client'],
];

test.each([0, 9])(
  'case d06-like-wildcards: a text is looked for as it is written (%i rows indexed)',
  (indexed) => {
    const { write: db } = testLedger();
    for (const [n, [client, tool, title]] of likeRows.entries()) {
      db.run(
        'INSERT INTO mcp_writes (timestamp_ms, client_info, tool_name, args_summary, success, finished_ms) VALUES (?, ?, ?, ?, 1, 1)',
        [n, client, tool, JSON.stringify({ title })],
      );
    }
    indexWrites(db, indexed);
    const ids = (filter: Partial<WriteFilter>) => {
      const query = { filter: { ...emptyFilter, ...filter }, bounds: allTime };
      const found = page(db, query, 100, null).rows.map((row) => row.id);
      expect(matching(db, query)).toBe(found.length);
      return found.toReversed();
    };
    expect(ids({ text: 'memory_store' })).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
    expect(ids({ text: 'MEMORY_store' })).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
    expect(ids({ text: '100%' })).toEqual([3]);
    expect(ids({ text: 'C:\\temp' })).toEqual([5]);
    expect(ids({ text: 'C:\\\\temp' })).toEqual([5]);
    expect(ids({ text: '_' })).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
    expect(ids({ text: '%' })).toEqual([3]);
    expect(ids({ text: "it's" })).toEqual([7]);
    expect(ids({ text: '[x]' })).toEqual([7]);
    // ASCII case is folded, other letters are as written.
    expect(ids({ text: 'École' })).toEqual([6]);
    expect(ids({ text: 'école' })).toEqual([]);
    expect(ids({ text: 'ÉCOLE' })).toEqual([6]);
    expect(ids({ text: '🦊' })).toEqual([]);
    expect(ids({ text: 'y'.repeat(5000) })).toEqual([]);
    expect(ids({ client: { only: ['mcp:cursor'], hide: [] } })).toEqual([1, 3, 4, 5, 6, 7]);
    expect(ids({ client: { only: ['mcp:a_b'], hide: [] } })).toEqual([8]);
    expect(ids({ tool: { only: ['memory_store'], hide: [] } })).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
  },
);

test('case a15-hostile-text: what stands after a NUL is found', () => {
  const { write: db } = testLedger();
  const summary = JSON.stringify({ title: 'nul in title too \u0000 hidden exfiltrate' });
  for (const values of [
    [summary, null],
    [null, 'ok\u0000 exfiltrate key'],
  ]) {
    db.run(
      "INSERT INTO mcp_writes (timestamp_ms, client_info, tool_name, args_summary, error_message, success) VALUES (1, 'mcp', 't', ?, ?, 0)",
      values,
    );
  }
  for (const indexed of [0, 2]) {
    indexWrites(db, indexed);
    const query = { filter: { ...emptyFilter, text: 'exfiltrate' }, bounds: allTime };
    const { rows } = page(db, query, 10, null);
    expect(rows.map((row) => row.id)).toEqual([2, 1]);
    expect(rows[0]?.error_message).toBe('ok\u0000 exfiltrate key');
  }
});
