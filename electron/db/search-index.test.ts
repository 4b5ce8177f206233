import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyFilter } from '../../shared/filter.ts';
import { createMemoryTree } from '../memory/tree.ts';
import { insertRow, testLedger } from '../testing/ledger.ts';
import type { WriteHandle } from './handles.ts';
import { matching } from './readers/counts.ts';
import { indexMemory, indexWrites, resetSearch, startIdleIndexer } from './search-index.ts';

const upto = (db: WriteHandle): number =>
  db.get<{ upto: number }>("SELECT upto FROM search_progress WHERE name = 'writes'")?.upto ?? -1;

const count = (db: WriteHandle, text: string): number =>
  matching(db, {
    filter: { ...emptyFilter, text },
    bounds: { since_ms: null, until_ms: null },
  });

test('rows are indexed in order, a step at a time, until none is left', () => {
  const { write: db } = testLedger();
  for (let n = 0; n < 25; n += 1) insertRow(db, { reason: `reason ${n}` });
  expect([
    indexWrites(db, 10),
    indexWrites(db, 10),
    indexWrites(db, 10),
    indexWrites(db, 10),
  ]).toEqual([10, 10, 5, 0]);
  expect(upto(db)).toBe(25);
  expect(count(db, 'reason 24')).toBe(1);
});

test('after a reset everything waits to be indexed again, and is found all the same', () => {
  const { write: db } = testLedger();
  const tree = createMemoryTree(db);
  tree.store(
    { title: 'Plan', content: 'zebra', namespace: 'mcp', tags: [] },
    { write_id: null, now_ms: 1 },
  );
  insertRow(db, { reason: 'a zebra' });
  indexWrites(db, 10);
  indexMemory(db, 10);
  resetSearch(db);
  expect(upto(db)).toBe(0);
  expect(count(db, 'zebra')).toBe(1);
  expect(tree.search({ query: 'zebra', namespace: null, limit: 5 })).toHaveLength(1);
});

const indexer = (db: WriteHandle) => {
  vi.useFakeTimers();
  const errors: unknown[] = [];
  const started = startIdleIndexer(db, (error) => errors.push(error));
  onTestFinished(() => {
    started.close();
    vi.useRealTimers();
  });
  return { ...started, errors };
};

test('nothing is indexed while writes come, and all of it soon after they pause', () => {
  const { write: db } = testLedger();
  const { nudge, errors } = indexer(db);
  for (let n = 0; n < 10; n += 1) {
    insertRow(db, {});
    nudge();
    vi.advanceTimersByTime(100);
  }
  expect(upto(db)).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(upto(db)).toBe(10);
  expect(errors).toEqual([]);
});

test('writes that never pause are indexed all the same, so that a search has little to catch up', () => {
  const { write: db } = testLedger();
  const { nudge } = indexer(db);
  db.transaction(() => {
    for (let n = 0; n < 3000; n += 1) insertRow(db, {});
  });
  for (let n = 0; n < 3000; n += 1) {
    nudge();
    if (n % 10 === 0) vi.advanceTimersByTime(20);
  }
  expect(upto(db)).toBeGreaterThan(0);
});

test('rows from before the start are indexed without a nudge', () => {
  const { write: db } = testLedger();
  insertRow(db, {});
  indexer(db);
  vi.advanceTimersByTime(1000);
  expect(upto(db)).toBe(1);
});

test('an index that fails is told once and tried again later; nothing else is touched', () => {
  const { write: db } = testLedger();
  const { nudge, errors } = indexer(db);
  insertRow(db, {});
  db.run('ALTER TABLE search_progress RENAME TO away');
  nudge();
  vi.advanceTimersByTime(1000);
  expect(errors).toHaveLength(1);
  db.run('ALTER TABLE away RENAME TO search_progress');
  vi.advanceTimersByTime(20_000);
  expect(upto(db)).toBe(1);
  expect(errors).toHaveLength(1);
});
