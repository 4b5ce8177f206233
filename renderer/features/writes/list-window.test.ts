import { describe, expect, it } from 'vitest';
import { downFrom, writeRows } from '../../lib/write-row.test-help.ts';
import {
  type ListData,
  type ListPage,
  maxPages,
  mergeNewer,
  newerParam,
  offsetOf,
  olderParam,
  pageSize,
  rowsOf,
  startsAtNewest,
  withRows,
} from './list-window.ts';

const page = (high: number, low: number, part: Partial<ListPage> = {}): ListPage => ({
  rows: writeRows(downFrom(high, low)),
  start: 0,
  older: true,
  newer: false,
  ...part,
});
const data = (...pages: readonly ListPage[]): ListData => ({
  pages: [...pages],
  pageParams: pages.map(() => ({ kind: 'newest' })),
});
const ids = (list: ListData): readonly number[] => rowsOf(list).map((row) => row.id);

describe('what to ask for next', () => {
  it('is rows older than the last one, placed after it', () => {
    expect(olderParam(page(100, 51, { start: 200 }))).toEqual({
      kind: 'older',
      before: { timestamp_ms: 1_796_000_051_000, id: 51 },
      start: 250,
    });
  });

  it('is rows newer than the first one, placed before it', () => {
    expect(newerParam(page(100, 51, { start: 200, newer: true }))).toEqual({
      kind: 'newer',
      after: { timestamp_ms: 1_796_000_100_000, id: 100 },
      end: 200,
    });
  });

  it('is nothing at either end, and nothing for a page without rows', () => {
    expect(olderParam(page(3, 1, { older: false }))).toBeUndefined();
    expect(newerParam(page(3, 1))).toBeUndefined();
    expect(olderParam(page(0, 1))).toBeUndefined();
  });
});

describe('rows before the loaded ones', () => {
  it('are none at the newest end', () => {
    expect(offsetOf(data(page(3, 1)))).toBe(0);
    expect(startsAtNewest(data(page(3, 1)))).toBe(true);
    expect(offsetOf(undefined)).toBe(0);
  });

  it('are at least one where something newer was left out, whatever came since', () => {
    const away = data(page(3, 1, { start: 0, newer: true }));
    expect(offsetOf(away)).toBe(1);
    expect(startsAtNewest(away)).toBe(false);
  });
});

describe('newer rows', () => {
  it('go before the list, newest first', () => {
    const merged = mergeNewer(data(page(10, 1, { older: false })), writeRows([12, 11]));
    expect(ids(merged)).toEqual(downFrom(12, 1));
    expect(startsAtNewest(merged)).toBe(true);
    expect(merged.pages.at(-1)?.older).toBe(false);
  });

  it('that are there already are not doubled, wherever they stand', () => {
    const list = data(page(300, 201), page(200, 101, { start: 100, newer: true }));
    const merged = mergeNewer(list, writeRows([302, 301, 300, 150]));
    expect(ids(merged)).toEqual([302, 301, ...downFrom(300, 101)]);
    expect(mergeNewer(merged, writeRows([302]))).toBe(merged);
  });

  it('never make the list longer than its bound; what falls off can be asked for again', () => {
    const most = pageSize * maxPages;
    const merged = mergeNewer(
      data(page(most, 1, { older: false })),
      writeRows([most + 2, most + 1]),
    );
    expect(rowsOf(merged)).toHaveLength(most);
    expect(merged.pages).toHaveLength(maxPages);
    const last = merged.pages.at(-1);
    expect(last?.older).toBe(true);
    expect(last && olderParam(last)).toMatchObject({
      kind: 'older',
      before: { id: 3 },
      start: most,
    });
  });

  it('leave pages that can be read anew one after the other', () => {
    const merged = mergeNewer(data(page(450, 1)), writeRows([451]));
    expect(merged.pages.map((part) => part.start)).toEqual([0, 200, 400]);
    expect(merged.pageParams).toMatchObject([
      { kind: 'newest' },
      { kind: 'older', before: { id: 252 }, start: 200 },
      { kind: 'older', before: { id: 52 }, start: 400 },
    ]);
  });
});

describe('rows as they are now', () => {
  it('take the place of what they were, wherever they are, and leave a list without them as it is', () => {
    const list = data(page(3, 2), page(1, 1, { start: 2 }));
    const [row] = writeRows([1]);
    if (row === undefined) throw new Error('no row');
    const settled = { ...row, success: 1 as const, finished_ms: 9 };
    const now = withRows(list, [settled]);
    expect(ids(now)).toEqual([3, 2, 1]);
    expect(rowsOf(now).map(({ finished_ms }) => finished_ms === 9)).toEqual([false, false, true]);
    expect(now.pages[0]).toBe(list.pages[0]);
    expect(withRows(list, [{ ...settled, id: 77 }])).toBe(list);
  });
});
