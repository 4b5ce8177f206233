import { expect, test } from 'vitest';
import { createRecorder } from '../../audit/recorder.ts';
import type { WriteRecord } from '../../audit/write-record.ts';
import { createMemoryTree } from '../../memory/tree.ts';
import { testLedger } from '../../testing/ledger.ts';
import { recordWith, someCaller } from '../../testing/records.ts';
import { detail } from './detail.ts';

const ledger = () => {
  const { write } = testLedger();
  const recorder = createRecorder(write);
  const tree = createMemoryTree(write);
  const record = (record_: Partial<WriteRecord>) =>
    write.transaction(() => recorder.record(recordWith(record_))).id;
  const store = (title: string, content: string, session_id = 'run-1', started_ms = 1000) =>
    write.transaction(() => {
      const write_id = recorder.nextId();
      const { document_id } = tree.store(
        { title, content, namespace: 'mcp', tags: [] },
        { write_id, now_ms: started_ms },
      );
      recorder.record(
        recordWith({
          caller: { ...someCaller, session_id },
          started_ms,
          outcome: { kind: 'succeeded', chunk_id: document_id, elapsed_ms: 1 },
        }),
      );
      return { id: write_id, document_id };
    });
  return { write, recorder, tree, record, store, of: (id: number) => detail(write, id) };
};

test('there is nothing to say about a write that is not there', () => {
  expect(ledger().of(1)).toBeNull();
});

test('the details of a store hold the chunk as it is now, its versions and which one it made', () => {
  const { store, of } = ledger();
  const first = store('Plan', 'one');
  store('Plan', 'two');
  const found = of(first.id);
  expect(found).toMatchObject({
    row: { id: 1, chunk_title: 'Plan' },
    chunk_state: 'present',
    chunk_unknown_why: null,
    chunk: { chunk_id: first.document_id, content: 'two', version: 2 },
    made_version: 1,
  });
  expect(
    found?.versions.map(({ version, content, write_id }) => [version, content, write_id]),
  ).toEqual([
    [2, 'two', 2],
    [1, 'one', 1],
  ]);
});

test('of a document with many versions the newest are shown, and the one this write made with the one before', () => {
  const { store, of } = ledger();
  for (let n = 1; n <= 80; n += 1) store('Plan', `content ${n}`);
  expect(of(10)?.versions.map((one) => one.version)).toEqual([
    ...Array.from({ length: 50 }, (_, n) => 80 - n),
    10,
    9,
  ]);
});

test('long content is cut for the window, between characters, and says how long it is', () => {
  const { store, of } = ledger();
  const { id } = store('Plan', `${'x'.repeat(199_999)}🦊 and more`);
  const chunk = of(id)?.chunk;
  expect(chunk?.content).toBe('x'.repeat(199_999));
  expect(chunk?.content_length).toBe(200_010);
});

test('the chunk has four states: none, present, deleted, and unknown with a reason', () => {
  const { write, recorder, tree, record, store, of } = ledger();
  const failed: WriteRecord['outcome'] = {
    kind: 'failed',
    error_kind: 'invalid',
    message: 'no',
    chunk_id: null,
    elapsed_ms: 0,
  };
  expect(of(record({ outcome: failed }))).toMatchObject({
    chunk_state: 'none',
    chunk: null,
    versions: [],
  });
  const lost = of(record({}));
  expect(lost).toMatchObject({ chunk_state: 'unknown', chunk: null });
  expect(lost?.chunk_unknown_why).toMatch(/another server|earlier ledger/);
  const elsewhere = of(record({ server_name: 'github' }));
  expect(elsewhere?.chunk_unknown_why).toMatch(/github/);
  const { id, document_id } = store('Plan', 'text');
  expect(of(id)?.chunk_state).toBe('present');
  write.transaction(() => {
    tree.undoWrite(id, { write_id: recorder.nextId(), now_ms: 1 });
    recorder.record(
      recordWith({
        reverts_id: id,
        outcome: { kind: 'succeeded', chunk_id: document_id, elapsed_ms: 0 },
      }),
    );
  });
  expect(of(id)).toMatchObject({ chunk_state: 'deleted', chunk: null, made_version: 1 });
  expect(of(id)?.versions.map((one) => one.content)).toEqual(['text']);
});

test('the run shows where the write stands in it, with four neighbours on each side', () => {
  const { store, of } = ledger();
  const ids = Array.from({ length: 12 }, (_, n) => store(`T${n}`, 'x', 'run-a', 5000 + n).id);
  store('other', 'x', 'run-b', 5003);
  expect(of(ids[5] ?? 0)?.run).toMatchObject({
    session_id: 'run-a',
    position: 6,
    length: 12,
    started_ms: 5000,
    around: ids.slice(1, 10).map((id) => ({ id })),
  });
  expect(of(ids[0] ?? 0)?.run).toMatchObject({
    position: 1,
    around: ids.slice(0, 5).map((id) => ({ id })),
  });
  expect(of(ids[11] ?? 0)?.run?.around.map((row) => row.chunk_title)).toEqual([
    'T7',
    'T8',
    'T9',
    'T10',
    'T11',
  ]);
});

test('writes of the same millisecond have their own places in a run', () => {
  const { store, of } = ledger();
  const ids = Array.from({ length: 3 }, (_, n) => store(`T${n}`, 'x', 'run-a', 5000).id);
  expect(ids.map((id) => of(id)?.run?.position)).toEqual([1, 2, 3]);
});

test('the connection is named; a row that came through none says so', () => {
  const { record, of } = ledger();
  expect(of(record({}))?.connection).toEqual({
    client_id: 'home',
    name: 'This computer',
    agrees: 'unknown',
  });
  expect(of(record({ caller: { ...someCaller, client_id: null } }))?.connection).toBeNull();
});
