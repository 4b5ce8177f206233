import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemoryKey } from '../../../shared/memory.ts';
import { type BuiltWorkers, buildWorkers } from '../../testing/build-workers.ts';
import { testCore } from '../../testing/core.ts';
import { testLedger } from '../../testing/ledger.ts';
import { catchUpMemory } from '../search-index.ts';
import { memoryDocuments, memorySearch } from './memory-browse.ts';

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildWorkers({ 'read-worker': 'db/read-worker.ts' });
});
afterAll(() => workers.remove());

/** The Memory page's requests on a real core, as the window asks them. */
const memory = async () => {
  const { core, client } = await testCore({ workerFolder: workers.folder });
  const writer = await client('2025', 'claude-code');
  const call = async (name: string, args: Record<string, unknown>) => {
    const answer = await writer.callTool({ name, arguments: args });
    const [block] = answer.content;
    return JSON.parse(block?.type === 'text' ? block.text : '{}') as Record<string, string>;
  };
  return { core, call };
};

test('a document shows its versions, notes, tags and each write that made it', async () => {
  const { core, call } = await memory();
  const stored = await call('memory_store', {
    title: 'Plan',
    content: 'first',
    namespace: 'work',
    tags: ['q3'],
  });
  const chunk_id = stored.document_id ?? '';
  await call('memory_store', { title: 'Plan', content: 'second, about foxes', namespace: 'work' });
  await call('memory_note', { chunk_id, note_text: 'ask the owls' });
  await call('tree_tag', { chunk_id, tags: ['late'] });
  const asked = core.requests;
  expect(await asked['memory:namespaces']?.({})).toEqual([{ namespace: 'work', documents: 1 }]);
  const page = await asked['memory:documents']?.({ namespace: 'work', before: null, limit: 10 });
  expect(page?.documents[0]).toMatchObject({
    chunk_id,
    title: 'Plan',
    version: 2,
    notes: 1,
    tags: ['late', 'q3'],
  });
  const detail = await asked['memory:document']?.({ chunk_id });
  expect(detail?.versions.map((version) => version.version)).toEqual([2, 1]);
  expect(detail?.chunk?.notes.map((note) => note.text)).toEqual(['ask the owls']);
  expect(detail?.tag_changes.map((change) => change.added)).toContainEqual(['late']);
  expect(detail?.writes.map((write) => write.tool_name)).toEqual([
    'tree.tag',
    'memory.note',
    'memory.store',
    'memory.store',
  ]);
  expect(await asked['memory:version']?.({ chunk_id, version: 1 })).toMatchObject({
    content: 'first',
  });
  expect(await asked['memory:version']?.({ chunk_id, version: 9 })).toBeNull();
  expect(await asked['memory:document']?.({ chunk_id: 'd9-00' })).toBeNull();

  await expect
    .poll(async () => {
      const found = await asked['memory:search']?.({ query: 'owl', namespace: null, limit: 5 });
      return found?.hits.map((hit) => [hit.chunk_id, hit.in_note, hit.excerpt]);
    })
    .toEqual([[chunk_id, true, 'ask the owls']]);
});

test('documents are paged by key: none skipped, none doubled, and ties in time are kept apart', () => {
  const { write } = testLedger();
  const documents = 2_000;
  write.transaction(() => {
    for (let id = 1; id <= documents; id += 1) {
      write.run(
        `INSERT INTO memory_documents (id, suffix, title_key, namespace, title, version, tags, created_ms, updated_ms)
          VALUES (?, 'aa', ?, ?, ?, 1, '[]', 1, ?)`,
        [
          id,
          Buffer.from(String(id)),
          id % 4 === 0 ? 'other' : 'mcp',
          `T ${id}`,
          Math.floor(id / 7),
        ],
      );
    }
  });
  const seen: number[] = [];
  let before: MemoryKey | null = null;
  for (;;) {
    const { documents: found, more } = memoryDocuments(write, 'mcp', before, 37);
    seen.push(...found.map((document) => document.id));
    before = found.at(-1) ?? before;
    if (!more) break;
  }
  expect(seen).toHaveLength(documents * 0.75);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual([...seen].sort((a, b) => b - a));
});

test('of a word that thousands of documents hold the newest come, and in a namespace all of its own', () => {
  const { write: db } = testLedger();
  db.transaction(() => {
    for (let id = 1; id <= 5_200; id += 1) {
      // A rare namespace, whose documents are older than all that are weighed.
      const namespace = id <= 20 ? 'diary' : 'work';
      db.run(
        `INSERT INTO memory_documents (id, suffix, title_key, namespace, title, version, tags, created_ms, updated_ms)
          VALUES (?, '5eed', ?, ?, ?, 1, '[]', ?, ?)`,
        [id, Buffer.from(String(id)), namespace, `Plan ${id}`, id, id],
      );
      db.run(
        'INSERT INTO memory_versions (document, version, created_ms, content) VALUES (?, 1, ?, ?)',
        [id, id, id === 7 ? 'a fox among plans' : 'nothing else'],
      );
    }
    db.run(
      "INSERT INTO memory_notes (document, text, created_ms) VALUES (3, 'plan of owls', 9000)",
    );
  });
  catchUpMemory(db);
  const found = (query: string, namespace: string | null, limit: number) =>
    memorySearch(db, query, namespace, limit).hits.map(({ id }) => id);
  expect(found('plan', null, 3)).toHaveLength(3);
  expect(Math.min(...found('plan', null, 50))).toBeGreaterThan(200);
  expect(found('plan', 'diary', 50).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  // Few hits are weighed as before, wherever they stand.
  expect(found('fox', null, 5)).toEqual([7]);
  expect(found('owls', 'diary', 5)).toEqual([3]);
  expect(found('owls', 'work', 5)).toEqual([]);
});
