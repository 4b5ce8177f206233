import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecorder } from '../audit/recorder.ts';
import { detail } from '../db/readers/detail.ts';
import { testLedger } from '../testing/ledger.ts';
import { recordWith } from '../testing/records.ts';
import { createMemoryTree, MemoryRefusal, type MemoryTree } from './tree.ts';

type Context = Parameters<MemoryTree['note']>[1];

const memory = () => {
  const { write } = testLedger();
  const tree = createMemoryTree(write);
  const recorder = createRecorder(write);
  let now = 1000;
  const change = <Answer extends { readonly document_id: string }>(
    tool: string,
    work: (context: Context) => Answer,
    reverts_id: number | null = null,
  ) =>
    write.transaction(() => {
      now += 1;
      const answer = work({ write_id: recorder.nextId(), now_ms: now });
      const outcome = { kind: 'succeeded', chunk_id: answer.document_id, elapsed_ms: 0 } as const;
      const { id } = recorder.record(recordWith({ tool_name: tool, outcome, reverts_id }));
      return { ...answer, id };
    });
  const store = (content: string, tags: readonly string[] = []) =>
    change('memory.store', (context) =>
      tree.store({ title: 'Plan', content, namespace: 'mcp', tags }, context),
    );
  const note = (chunk_id: string, note_text: string) =>
    change('memory.note', (context) => tree.note({ chunk_id, note_text }, context));
  const tag = (chunk_id: string, ...tags: string[]) =>
    change('tree.tag', (context) => tree.tag({ chunk_id, tags }, context));
  const undo = (id: number) => change('memory.undo', (context) => tree.undoWrite(id, context), id);
  /** What a person sees of the document. */
  const seen = (id: string) => {
    const chunk = tree.readChunk(id);
    return chunk === null
      ? null
      : { content: chunk.content, tags: chunk.tags, notes: chunk.notes.map((one) => one.text) };
  };
  const found = (query: string) => tree.search({ query, namespace: null, limit: 5 }).length;
  return { write, tree, store, note, tag, undo, seen, found };
};

test('undoing a store brings the version before back, as a new version', () => {
  const { store, undo, seen, tree, found } = memory();
  const { document_id } = store('one');
  const second = store('two');
  expect(undo(second.id)).toMatchObject({ version: 3, namespace: 'mcp' });
  expect(seen(document_id)).toEqual({ content: 'one', tags: [], notes: [] });
  expect(tree.readChunk(document_id)?.version).toBe(3);
  expect(found('one')).toBe(1);
  expect(found('two')).toBe(0);
});

test('undoing the first store takes the document back, and a later store of the title goes on from there', () => {
  const { store, undo, seen, tree, found } = memory();
  const { document_id, id } = store('one', ['a']);
  undo(id);
  expect(seen(document_id)).toBeNull();
  expect(found('one')).toBe(0);
  const again = store('new');
  expect(again).toMatchObject({ document_id, version: 3 });
  expect(seen(document_id)).toEqual({ content: 'new', tags: [], notes: [] });
  undo(again.id);
  expect(tree.chunkState(document_id).state).toBe('deleted');
});

test('undoing a note hides that note and no other', () => {
  const { store, note, undo, seen, found } = memory();
  const { document_id } = store('text');
  const one = note(document_id, 'first');
  note(document_id, 'second');
  expect(found('first')).toBe(1);
  undo(one.id);
  expect(seen(document_id)?.notes).toEqual(['second']);
  expect(found('first')).toBe(0);
});

test('undoing a tag takes what it added; what was there before, or was asked for again since, stays', () => {
  const { store, tag, undo, seen, found } = memory();
  const { document_id } = store('text', ['old']);
  const tagged = tag(document_id, 'old', 'mine', 'shared');
  tag(document_id, 'shared');
  expect(found('mine')).toBe(1);
  undo(tagged.id);
  expect(seen(document_id)?.tags).toEqual(['old', 'shared']);
  expect(found('mine')).toBe(0);
  expect(found('shared')).toBe(1);
});

test('the tags that came with a store go with its undo', () => {
  const { store, undo, seen } = memory();
  const { document_id } = store('one', ['a']);
  const second = store('two', ['a', 'b']);
  undo(second.id);
  expect(seen(document_id)).toEqual({ content: 'one', tags: ['a'], notes: [] });
});

test('an undo can be undone: of a store, of a first store, of a note, of tags', () => {
  const { store, note, tag, undo, seen, found } = memory();
  const { document_id } = store('one', ['t']);
  const second = store('two');
  undo(undo(second.id).id);
  expect(seen(document_id)?.content).toBe('two');
  const noted = note(document_id, 'zebra');
  undo(undo(noted.id).id);
  expect(seen(document_id)?.notes).toEqual(['zebra']);
  expect(found('zebra')).toBe(1);
  const tagged = tag(document_id, 'x');
  undo(undo(tagged.id).id);
  expect(seen(document_id)?.tags).toEqual(['t', 'x']);
  expect(found('x')).toBe(1);

  const other = memory();
  const first = other.store('only', ['t']);
  other.undo(other.undo(first.id).id);
  expect(other.seen(first.document_id)).toEqual({ content: 'only', tags: ['t'], notes: [] });
  expect(other.found('only')).toBe(1);
});

test('something later built on it is a plain refusal that names it, and nothing changes', () => {
  const { store, undo, seen } = memory();
  const first = store('one');
  const second = store('two');
  expect(() => undo(first.id)).toThrow(
    new RegExp(`Version 2 was stored after it by write ${second.id}`),
  );
  expect(() => undo(first.id)).toThrow(MemoryRefusal);
  expect(seen(first.document_id)?.content).toBe('two');

  const noted = memory();
  const plan = noted.store('one');
  noted.note(plan.document_id, 'n');
  expect(() => noted.undo(plan.id)).toThrow(/Notes were added/);
  const tagged = memory();
  const other = tagged.store('one');
  const later = tagged.tag(other.document_id, 'x');
  expect(() => tagged.undo(other.id)).toThrow(/was tagged since/);
  tagged.undo(later.id);
  tagged.undo(other.id);
  expect(tagged.seen(other.document_id)).toBeNull();
});

test('several writes are undone one after another, and again in effect they can be undone again', () => {
  const { store, undo, seen } = memory();
  const { document_id, id } = store('one');
  const second = store('two');
  const third = store('three');
  const undone = undo(third.id);
  undo(second.id);
  expect(seen(document_id)?.content).toBe('one');
  expect(() => undo(undone.id)).toThrow(/was stored after it/);
  undo(id);
  expect(seen(document_id)).toBeNull();

  const other = memory();
  const first = other.store('one');
  const two = other.store('two');
  other.undo(other.undo(two.id).id);
  expect(other.seen(first.document_id)?.content).toBe('two');
  other.undo(two.id);
  expect(other.seen(first.document_id)?.content).toBe('one');
});

test('what cannot be undone says why', () => {
  const { write, store, tag, undo } = memory();
  const recorder = createRecorder(write);
  const first = store('one', ['a']);
  expect(() => undo(99)).toThrow(/no write 99/);
  expect(() => undo(tag(first.document_id, 'a').id)).toThrow(/added no tag/);
  const failed = write.transaction(() =>
    recorder.record(
      recordWith({
        outcome: {
          kind: 'failed',
          error_kind: 'invalid',
          message: 'no',
          chunk_id: null,
          elapsed_ms: 0,
        },
      }),
    ),
  );
  expect(() => undo(failed.id)).toThrow(/changed nothing/);
  const elsewhere = write.transaction(() => recorder.record(recordWith({ server_name: 'github' })));
  expect(() => undo(elsewhere.id)).toThrow(/own memory/);
  const lost = write.transaction(() => recorder.record(recordWith()));
  expect(() => undo(lost.id)).toThrow(/not in this memory/);
  const second = store('two');
  const undone = undo(second.id);
  expect(() => undo(second.id)).toThrow(new RegExp(`already undone by write ${undone.id}`));
});

test('the details say beforehand what the undo will do', () => {
  const { write, store, undo } = memory();
  const first = store('one');
  const second = store('two');
  expect(detail(write, second.id)?.undo).toEqual({ possible: true, why: expect.any(String) });
  expect(detail(write, first.id)?.undo).toMatchObject({
    possible: false,
    why: expect.stringMatching(/Version 2/),
  });
  undo(second.id);
  expect(detail(write, second.id)?.undo.possible).toBe(false);
});

test('undoing everything, newest first, ends where it began, whatever was done', () => {
  const step = fc.constantFrom('store' as const, 'note' as const, 'tag' as const);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { store, note, tag, undo, seen } = memory();
      const begun = store('begin', ['a']);
      const done = steps.map((kind, n) => {
        const before = seen(begun.document_id);
        // A tag that another write asked for too would stay.
        if (kind === 'store') return { before, ...store(`content ${n}`, [`t${n}`]) };
        if (kind === 'note') return { before, ...note(begun.document_id, `note ${n}`) };
        return { before, ...tag(begun.document_id, 'a', `t${n}`) };
      });
      for (const { id, before } of done.toReversed()) {
        undo(id);
        expect(seen(begun.document_id)).toEqual(before);
      }
      undo(begun.id);
      expect(seen(begun.document_id)).toBeNull();
    }),
    { numRuns: 40 },
  );
});
