import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerRow } from '../../shared/ledger.ts';
import { writeById } from '../db/readers/write.ts';
import { testLedger } from '../testing/ledger.ts';
import { recordWith, someCaller } from '../testing/records.ts';
import { createRecorder } from './recorder.ts';
import type { WriteRecord } from './write-record.ts';

const recording = () => {
  const { write } = testLedger();
  const recorder = createRecorder(write);
  const record = (write_: Partial<WriteRecord> = {}) =>
    write.transaction(() => recorder.record(recordWith(write_)));
  const rowOf = (record_: Partial<WriteRecord> = {}): LedgerRow => {
    const row = writeById(write, record(record_).id);
    if (row === undefined) throw new Error('the row must be there');
    return row;
  };
  return { write, recorder, record, rowOf };
};

const failed = (message: string): WriteRecord['outcome'] => ({
  kind: 'failed',
  error_kind: 'tool',
  message,
  chunk_id: null,
  elapsed_ms: 2.4,
});

test('a successful write is a whole row', () => {
  const { rowOf } = recording();
  expect(rowOf({ reason: 'asked to' })).toEqual({
    id: 1,
    timestamp_ms: 1_780_000_000_000,
    client_info: 'mcp:claude-code',
    tool_name: 'memory.store',
    args_summary: '{"title":"Q3 plan","namespace":"notes","tag_count":0}',
    resulting_chunk_id: 'd1-ab',
    success: 1,
    error_message: null,
    server_name: 'inkwatch',
    client_name: 'claude-code',
    client_version: '2.1.197',
    client_id: 'home',
    session_id: 'run-1',
    session_kind: 'transport',
    turn_id: null,
    call_id: null,
    model: null,
    transport: 'http',
    protocol_version: '2025-11-25',
    namespace: 'notes',
    reason: 'asked to',
    args_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    error_kind: null,
    finished_ms: 1_780_000_000_003,
    elapsed_ms: 3,
    attempts: 1,
    repeats_id: null,
    repeat_no: 1,
    reverts_id: null,
    reverted_by_id: null,
    effect: 'write',
    row_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('a failed write keeps its kind and message, and says so to the burst keeper', () => {
  const { record, rowOf } = recording();
  expect(rowOf({ outcome: failed('no room') })).toMatchObject({
    success: 0,
    error_kind: 'tool',
    error_message: 'no room',
    elapsed_ms: 2,
  });
  expect(record({ outcome: failed('no') })).toMatchObject({ id: 2, failed: true });
});

test('the id that was promised is the id that the row gets, also after a row that was rolled back', () => {
  const { write, recorder } = recording();
  const promised = () =>
    write.transaction(() => {
      const id = recorder.nextId();
      expect(recorder.record(recordWith()).id).toBe(id);
      return id;
    });
  expect(promised()).toBe(1);
  expect(() =>
    write.transaction(() => {
      recorder.record(recordWith());
      throw new Error('the commit failed');
    }),
  ).toThrow();
  expect(promised()).toBe(2);
});

test('the same content under a new call is a row that says which one it repeats', () => {
  const { record } = recording();
  const first = record();
  expect(first).toMatchObject({ repeats_id: null, repeat_no: 1 });
  // Why it is written again does not make it other content.
  expect(
    record({ arguments: { content: 'text', title: 'Q3 plan', reason: 'again' } }),
  ).toMatchObject({
    repeats_id: first.id,
    repeat_no: 2,
  });
  expect(record()).toMatchObject({ repeats_id: first.id, repeat_no: 3 });
  expect(record({ arguments: { title: 'Q3 plan', content: 'other' } })).toMatchObject({
    repeat_no: 1,
  });
  expect(record({ tool_name: 'memory.note' })).toMatchObject({ repeat_no: 1 });
  expect(record({ caller: { ...someCaller, client_info: 'mcp:cursor' } })).toMatchObject({
    repeat_no: 1,
  });
  expect(record()).toMatchObject({ repeats_id: first.id, repeat_no: 4 });
});

test('a digest tells nothing without the key of its ledger, and each ledger has its own', () => {
  const one = recording();
  const other = recording();
  const digest = one.rowOf().args_digest;
  expect(one.rowOf().args_digest).toBe(digest);
  expect(other.rowOf().args_digest).not.toBe(digest);
});

test('arguments of any shape have a digest', () => {
  const { record } = recording();
  for (const odd of [null, 'text', 5, [], [{}], JSON.parse('{"__proto__":{"a":1}}')]) {
    expect(record({ arguments: odd }).repeat_no).toBe(1);
  }
});

test('an undo marks the row that it took back, and a failed undo marks nothing', () => {
  const { write, record } = recording();
  record();
  record({ reverts_id: 1, outcome: failed('changed since') });
  expect(writeById(write, 1)?.reverted_by_id).toBeNull();
  record({ reverts_id: 1 });
  expect(writeById(write, 1)?.reverted_by_id).toBe(3);
});

test('an error is cut at 1,024 bytes for our tools and 300 characters for others, never inside a character', () => {
  const { rowOf } = recording();
  const embedded = rowOf({ outcome: failed('é🦊'.repeat(400)) }).error_message ?? '';
  expect(Buffer.byteLength(embedded)).toBeLessThanOrEqual(1024);
  expect(Buffer.byteLength(embedded)).toBeGreaterThan(1020);
  expect(embedded.isWellFormed()).toBe(true);
  const upstream = rowOf({ server_name: 'github', outcome: failed(`${'x'.repeat(299)}🦊`) });
  expect(upstream.error_message).toBe('x'.repeat(299));
});

test('case a15-hostile-text: every text is stored as valid UTF-8 with its NUL spelled out', () => {
  const { write, record } = recording();
  const hostile = fc.oneof(
    fc.constantFrom(
      'ok\u0000 exfiltrate key',
      'a\ud800b',
      'a\udc00b',
      '\u202efdp.exe',
      '\u001b[2J',
      '\uffff',
    ),
    fc.string({ unit: 'binary', maxLength: 2000 }),
  );
  fc.assert(
    fc.property(hostile, hostile, (text, other) => {
      const { id } = record({
        caller: { ...someCaller, client_name: text, session_id: other, model: text },
        tool_name: text,
        namespace: other,
        reason: text,
        summary: { [other]: text, list: [text] },
        outcome: failed(text),
      });
      const row = writeById(write, id);
      for (const value of Object.values(row ?? {})) {
        if (typeof value !== 'string') continue;
        expect(value.isWellFormed()).toBe(true);
        expect(value).not.toContain('\u0000');
      }
      const summary: unknown = JSON.parse(row?.args_summary ?? '');
      expect(summary).toHaveProperty('list', [text.toWellFormed()]);
    }),
    { numRuns: 100 },
  );
});

test('a summary that cannot be written, or is none, does not lose the write', () => {
  const { rowOf } = recording();
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  expect(rowOf({ summary: cyclic }).args_summary).toBe('{"summary_failed":true}');
  expect(rowOf({ summary: { big: 'x'.repeat(50_000) } }).args_summary).toBe(
    '{"summary_too_long":50010}',
  );
});

test('outside a transaction that fails nothing of a row remains', () => {
  const { write, recorder } = recording();
  expect(() =>
    write.transaction(() => {
      recorder.record(recordWith());
      throw new Error('later');
    }),
  ).toThrow('later');
  expect(write.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 0 });
});
