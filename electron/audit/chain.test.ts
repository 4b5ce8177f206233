import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestRow } from '../db/high-water.ts';
import { noticeLoss } from '../db/history.ts';
import { insertRow, testLedger } from '../testing/ledger.ts';
import { recordWith } from '../testing/records.ts';
import { verifyChain } from './chain.ts';
import { createRecorder } from './recorder.ts';

/** A ledger with `rows` recorded writes. */
const recorded = (rows: number, ledger = testLedger()) => {
  const recorder = createRecorder(ledger.write);
  for (let n = 0; n < rows; n += 1) {
    ledger.write.transaction(() =>
      recorder.record(recordWith({ started_ms: n, reason: `reason ${n} \u202e "é"` })),
    );
  }
  return { ...ledger, recorder };
};

test('what the recorder wrote verifies, also after calls came again and writes were undone', () => {
  const { write, recorder } = recorded(5);
  write.transaction(() => recorder.countAttempt(2));
  write.transaction(() => recorder.record(recordWith({ reverts_id: 3 })));
  expect(write.get('SELECT attempts FROM mcp_writes WHERE id = 2')).toEqual({ attempts: 2 });
  expect(write.get('SELECT reverted_by_id AS by FROM mcp_writes WHERE id = 3')).toEqual({ by: 6 });
  expect(verifyChain(write, null)).toEqual({ kind: 'whole', rows: 6, unchained: 0 });
});

test('an empty ledger is whole', () => {
  expect(verifyChain(testLedger().write, { id: 0, row_hash: null })).toEqual({
    kind: 'whole',
    rows: 0,
    unchained: 0,
  });
});

test('rows of an older ledger stand before the chain; one without a hash inside it is broken', () => {
  const ledger = testLedger();
  insertRow(ledger.write, {});
  insertRow(ledger.write, {});
  const { write } = recorded(3, ledger);
  expect(verifyChain(write, null)).toEqual({ kind: 'whole', rows: 5, unchained: 2 });
  insertRow(write, {});
  expect(verifyChain(write, null)).toMatchObject({ kind: 'broken', first_broken_id: 6 });
});

test.each([
  ['a changed reason', "UPDATE mcp_writes SET reason = 'another' WHERE id = 4", 4],
  ['a changed outcome', 'UPDATE mcp_writes SET success = 0 WHERE id = 4', 4],
  ['a changed time', 'UPDATE mcp_writes SET timestamp_ms = timestamp_ms + 1 WHERE id = 4', 4],
  ['a changed client', "UPDATE mcp_writes SET client_info = 'mcp:x' WHERE id = 4", 4],
  ['a removed row', 'DELETE FROM mcp_writes WHERE id = 4', 5],
  ['the first rows removed', 'DELETE FROM mcp_writes WHERE id < 4', 4],
  [
    'two rows exchanged',
    'UPDATE mcp_writes SET id = CASE id WHEN 4 THEN -5 ELSE -4 END WHERE id IN (4, 5); UPDATE mcp_writes SET id = -id WHERE id < 0',
    4,
  ],
  [
    'an added row',
    'INSERT INTO mcp_writes (id, timestamp_ms, client_info, tool_name, args_summary, resulting_chunk_id, success, error_message, server_name, client_name, client_version, client_id, session_id, session_kind, turn_id, call_id, model, transport, protocol_version, namespace, reason, args_digest, error_kind, finished_ms, elapsed_ms, attempts, repeats_id, repeat_no, reverts_id, reverted_by_id, row_hash) SELECT 8, timestamp_ms, client_info, tool_name, args_summary, resulting_chunk_id, success, error_message, server_name, client_name, client_version, client_id, session_id, session_kind, turn_id, call_id, model, transport, protocol_version, namespace, reason, args_digest, error_kind, finished_ms, elapsed_ms, attempts, repeats_id, repeat_no, reverts_id, reverted_by_id, row_hash FROM mcp_writes WHERE id = 7',
    8,
  ],
])('%s breaks the chain at the row where it shows', (_, sql, broken) => {
  const { write } = recorded(7);
  for (const statement of sql.split('; ')) write.run(statement);
  expect(verifyChain(write, null)).toMatchObject({ kind: 'broken', first_broken_id: broken });
});

test('every single change of a protected value is found', () => {
  const { write } = recorded(6);
  const columns = [
    'client_name',
    'session_id',
    'args_summary',
    'args_digest',
    'namespace',
    'model',
    'elapsed_ms',
    'repeat_no',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...columns), fc.integer({ min: 1, max: 6 }), (column, id) => {
      const before = write.get<{ value: string | number | null }>(
        `SELECT ${column} AS value FROM mcp_writes WHERE id = ?`,
        [id],
      )?.value;
      write.run(`UPDATE mcp_writes SET ${column} = ? WHERE id = ?`, [`${before}x`, id]);
      expect(verifyChain(write, null)).toMatchObject({ kind: 'broken', first_broken_id: id });
      write.run(`UPDATE mcp_writes SET ${column} = ? WHERE id = ?`, [before ?? null, id]);
      expect(verifyChain(write, null).kind).toBe('whole');
    }),
    { numRuns: 30 },
  );
});

test('a cut tail leaves a chain that holds, and is noticed by the mark kept outside', () => {
  const { write } = recorded(10);
  const mark = newestRow(write);
  write.run('DELETE FROM mcp_writes WHERE id > 7');
  expect(verifyChain(write, null).kind).toBe('whole');
  expect(verifyChain(write, mark)).toMatchObject({ kind: 'shortened', expected_id: 10 });
});

test('a loss that an opening noticed stays told after the mark moved on', () => {
  const { write, recorder } = recorded(10);
  const mark = newestRow(write);
  write.run('DELETE FROM mcp_writes WHERE id > 7');
  expect(noticeLoss(write, mark, new Date(0))).toMatch(/ends at write 7, but write 10/);
  const { id } = write.transaction(() => recorder.record(recordWith()));
  expect(id).toBe(11);
  expect(verifyChain(write, newestRow(write))).toMatchObject({
    kind: 'shortened',
    expected_id: 10,
  });
});

test('a long ledger is read in pages and says how far it is', () => {
  const { write } = recorded(1);
  const first = newestRow(write);
  write.transaction(() => {
    const recorder = createRecorder(write);
    for (let n = 0; n < 4500; n += 1) recorder.record(recordWith({ started_ms: n }));
  });
  const told: number[] = [];
  expect(verifyChain(write, first, (rows) => told.push(rows))).toMatchObject({ rows: 4501 });
  expect(told).toEqual([2000, 4000, 4501]);
});
