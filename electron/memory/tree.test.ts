import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecorder } from '../audit/recorder.ts';
import { indexMemory } from '../db/search-index.ts';
import { testLedger } from '../testing/ledger.ts';
import { recordWith } from '../testing/records.ts';
import { createMemoryTree, MemoryRefusal, type MemoryTree } from './tree.ts';

/** A tree whose every change has its row in the ledger, as the dispatcher makes them. */
const memory = () => {
  const { write } = testLedger();
  const tree = createMemoryTree(write);
  const recorder = createRecorder(write);
  let now = 1000;

  /** Runs one change and records it; @returns its answer and the id of its row. */
  const change = <Answer extends { readonly document_id: string }>(
    tool: string,
    work: (context: Parameters<MemoryTree['note']>[1]) => Answer,
    reverts_id: number | null = null,
  ) =>
    write.transaction(() => {
      now += 1;
      const answer = work({ write_id: recorder.nextId(), now_ms: now });
      const outcome = { kind: 'succeeded', chunk_id: answer.document_id, elapsed_ms: 0 } as const;
      const { id } = recorder.record(recordWith({ tool_name: tool, outcome, reverts_id }));
      return { ...answer, id };
    });

  return {
    write,
    tree,
    store: (title: string, content: string, tags: readonly string[] = [], namespace = 'mcp') =>
      change('memory.store', (context) => tree.store({ title, content, namespace, tags }, context)),
    note: (chunk_id: string, note_text: string) =>
      change('memory.note', (context) => tree.note({ chunk_id, note_text }, context)),
    tag: (chunk_id: string, ...tags: string[]) =>
      change('tree.tag', (context) => tree.tag({ chunk_id, tags }, context)),
    undo: (id: number) => change('memory.undo', (context) => tree.undoWrite(id, context), id),
    found: (query: string, namespace: string | null = null) =>
      tree.search({ query, namespace, limit: 20 }).map((match) => match.title),
  };
};

test('the same title in the same namespace is a new version, and the old one stays', () => {
  const { tree, store, write } = memory();
  const first = store('Plan', 'one');
  const second = store('Plan', 'two');
  expect(first).toMatchObject({ version: 1 });
  expect(second).toMatchObject({ version: 2, document_id: first.document_id });
  expect(tree.readChunk(first.document_id)).toMatchObject({ content: 'two', version: 2 });
  expect(write.all('SELECT version, content FROM memory_versions ORDER BY version')).toEqual([
    { version: 1, content: 'one' },
    { version: 2, content: 'two' },
  ]);
});

test('another namespace, or another title, is another document', () => {
  const { store } = memory();
  const ids = [
    store('Plan', 'x').document_id,
    store('Plan', 'x', [], 'notes').document_id,
    store('plan', 'x').document_id,
    store('n\u0000Plan', 'x', [], 'mcp').document_id,
    store('Plan', 'x', [], 'mcp\u0000n').document_id,
  ];
  expect(new Set(ids).size).toBe(5);
});

test('notes append: a second note on a chunk is a second note, with who wrote it', () => {
  const { tree, store, note } = memory();
  const { document_id } = store('Plan', 'text');
  const one = note(document_id, 'first');
  const two = note(document_id, 'second');
  expect(one.note_id).not.toBe(two.note_id);
  expect(tree.readChunk(document_id)?.notes).toEqual([
    expect.objectContaining({
      note_id: one.note_id,
      text: 'first',
      write_id: one.id,
      client_info: 'mcp:claude-code',
    }),
    expect.objectContaining({
      note_id: two.note_id,
      text: 'second',
      write_id: two.id,
      client_name: 'claude-code',
    }),
  ]);
});

test('tags are a set that grows and comes back whole and sorted', () => {
  const { tree, store, tag } = memory();
  const { document_id } = store('Plan', 'text', ['work']);
  expect(tag(document_id, 'b', 'a', 'work', 'a').tags).toEqual(['a', 'b', 'work']);
  // A new version without tags leaves them, one with tags adds to them.
  store('Plan', 'again');
  store('Plan', 'again', ['c']);
  expect(tree.readChunk(document_id)?.tags).toEqual(['a', 'b', 'c', 'work']);
});

test('a document keeps a set of tags: beyond 500 the call is refused and nothing is changed', () => {
  const { tree, store, tag } = memory();
  const { document_id } = store('Plan', 'text');
  for (let n = 0; n < 10; n += 1) {
    tag(document_id, ...Array.from({ length: 50 }, (_, at) => `t${n}-${at}`));
  }
  expect(() => tag(document_id, 'one too many')).toThrow(/500 tags/);
  expect(tree.readChunk(document_id)?.tags).toHaveLength(500);
});

test.each([
  '',
  'd1',
  'd999-ab',
  'd1-0000000000',
  'n1',
  'D1-AB',
  "d1-a' OR 1=1",
  'd1-\u0000',
  `d${'9'.repeat(30)}-a`,
])(
  'a chunk id that names nothing (%j) is refused, read as nothing, and its state is unknown',
  (chunkId) => {
    const { tree, store, note, tag } = memory();
    store('Plan', 'text');
    for (const act of [() => note(chunkId, 'x'), () => tag(chunkId, 'x')]) {
      expect(act).toThrow(MemoryRefusal);
      expect(act).toThrow(/chunk_id/);
    }
    expect(tree.readChunk(chunkId)).toBeNull();
    expect(tree.chunkState(chunkId)).toMatchObject({ state: 'unknown', why: expect.any(String) });
  },
);

test('three answers for a chunk: present, deleted, unknown', () => {
  const { tree, store, undo } = memory();
  const { document_id, id } = store('Plan', 'text');
  expect(tree.chunkState(document_id)).toEqual({ state: 'present', why: null });
  undo(id);
  expect(tree.chunkState(document_id)).toEqual({ state: 'deleted', why: null });
  // The same number in another ledger file has another end.
  expect(memory().tree.chunkState(document_id).state).toBe('unknown');
});

test('search finds titles, current contents, tags and notes, and what was just written', () => {
  const { store, note, tag, found } = memory();
  const { document_id } = store('Quarter plan', 'grow the garden');
  store('Other', 'nothing here');
  expect(found('garden')).toEqual(['Quarter plan']);
  expect(found('quarter GROW')).toEqual(['Quarter plan']);
  note(document_id, 'remember the zebra');
  expect(found('zebra')).toEqual(['Quarter plan']);
  tag(document_id, 'finance');
  expect(found('finance')).toEqual(['Quarter plan']);
  expect(found('gard')).toEqual(['Quarter plan']);
  store('Quarter plan', 'sell the house');
  expect(found('garden')).toEqual([]);
  expect(found('house')).toEqual(['Quarter plan']);
});

test('search keeps to its namespace and its limit, and tells what stands around the hit', () => {
  const { tree, store, found } = memory();
  store('A', 'shared word', [], 'one');
  store('B', `${'before '.repeat(100)}shared word ${'after '.repeat(100)}`, [], 'two');
  expect(found('shared', 'two')).toEqual(['B']);
  expect(found('shared', 'none')).toEqual([]);
  expect(tree.search({ query: 'shared', namespace: null, limit: 1 })).toHaveLength(1);
  const [match] = tree.search({ query: 'shared', namespace: 'two', limit: 5 });
  expect(match?.excerpt).toMatch(/^….*shared word.*…$/);
  expect(match?.excerpt.length).toBeLessThan(210);
});

test('no query is an error, whatever its text', () => {
  const { store, tree } = memory();
  store('Plan', 'AND OR NOT "quoted" col:val *star* ^caret (paren)');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.constantFrom(
          '"',
          '""',
          'AND',
          'a AND',
          'NEAR(a b)',
          '*',
          '^',
          'title:',
          '-',
          '(',
          ')',
          '\u0000',
          'a\u0000b',
          '\ud800',
          "'",
          '{title}',
          ':',
        ),
        fc.string({ unit: 'binary' }),
        fc.string(),
      ),
      (query) => {
        expect(Array.isArray(tree.search({ query, namespace: null, limit: 5 }))).toBe(true);
      },
    ),
  );
});

test('search finds the same whether rows were indexed in idle moments or on the spot', () => {
  const { write, store, note, found } = memory();
  const { document_id } = store('A', 'alpha');
  write.transaction(() => indexMemory(write, 100));
  note(document_id, 'beta');
  store('B', 'alpha');
  expect(found('alpha').toSorted()).toEqual(['A', 'B']);
  expect(found('beta')).toEqual(['A']);
});

test('the list shows namespaces with their documents, last changed first', () => {
  const { tree, store, note, undo } = memory();
  const plan = store('Plan', 'x', ['work']);
  store('Later', 'x');
  store('Elsewhere', 'x', [], 'notes');
  undo(store('Gone', 'x').id);
  note(plan.document_id, 'n');
  expect(tree.list({ namespace: null, limit: 10 })).toEqual([
    {
      namespace: 'mcp',
      documents: 2,
      entries: [
        {
          document_id: plan.document_id,
          title: 'Plan',
          version: 1,
          tags: ['work'],
          notes: 1,
          updated_ms: expect.any(Number),
        },
        expect.objectContaining({ title: 'Later', notes: 0 }),
      ],
    },
    {
      namespace: 'notes',
      documents: 1,
      entries: [expect.objectContaining({ title: 'Elsewhere' })],
    },
  ]);
  expect(tree.list({ namespace: 'notes', limit: 10 }).map((one) => one.namespace)).toEqual([
    'notes',
  ]);
  expect(tree.list({ namespace: null, limit: 1 })[0]?.entries).toHaveLength(1);
});

test('case a15-hostile-text: content comes back as it was, lone surrogates as U+FFFD, text after a NUL findable', () => {
  const { tree, store, found } = memory();
  const { document_id } = store('nul \u0000 hidden', 'ok\u0000 exfiltrate key a\ud800b');
  expect(tree.readChunk(document_id)).toMatchObject({
    title: 'nul \u0000 hidden',
    content: 'ok\u0000 exfiltrate key a\ufffdb',
  });
  expect(found('exfiltrate')).toEqual(['nul \u0000 hidden']);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (content) => {
      store('any', content);
      expect(tree.readChunk(store('any', content).document_id)?.content).toBe(
        content.toWellFormed(),
      );
    }),
    { numRuns: 30 },
  );
});

test('a change that fails later leaves nothing of itself', () => {
  const { write, tree } = memory();
  expect(() =>
    write.transaction(() => {
      tree.store(
        { title: 'Plan', content: 'x', namespace: 'mcp', tags: [] },
        { write_id: 1, now_ms: 1 },
      );
      throw new Error('no row');
    }),
  ).toThrow('no row');
  expect(tree.list({ namespace: null, limit: 5 })).toEqual([]);
});
