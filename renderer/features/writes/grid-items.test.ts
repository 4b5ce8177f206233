import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeRow, writeRows } from '../../lib/write-row.test-help.ts';
import { gridItems, neighbour, since } from './grid-items.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const at = (id: number, time: string) => writeRow({ id, timestamp_ms: Date.parse(time) });
const shape = (items: ReturnType<typeof gridItems>) =>
  items.map((item) => (item.kind === 'day' ? 'day' : item.row.id));

describe('the grid’s lines', () => {
  it('are the writes under the days they were made on', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const rows = [
      at(3, '2026-11-30T00:10+01:00'),
      at(2, '2026-11-29T23:50+01:00'),
      at(1, '2026-11-29T08:00+01:00'),
    ];
    expect(shape(gridItems(rows, 'local'))).toEqual(['day', 3, 'day', 2, 1]);
    // In UTC all three were made on the 29th.
    expect(shape(gridItems(rows, 'utc'))).toEqual(['day', 3, 2, 1]);
  });

  it('d04: put each write into exactly one day, on days of 23 and 25 hours too', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    for (const day of ['2026-03-29', '2026-10-25']) {
      const midnight = new Date(`${day}T00:00`).getTime();
      const next = new Date(midnight);
      next.setDate(next.getDate() + 1);
      const rows = [next.getTime(), next.getTime() - 1, midnight, midnight - 1].map((time, index) =>
        writeRow({ id: 10 - index, timestamp_ms: time }),
      );
      const items = gridItems(rows, 'local');
      expect(shape(items)).toEqual(['day', 10, 'day', 9, 8, 'day', 7]);
      const hours = items.flatMap((item) =>
        item.kind === 'day' ? [(item.until - item.since) / 3_600_000] : [],
      );
      expect(hours[1]).toBe(day === '2026-03-29' ? 23 : 25);
    }
  });

  it('have keys of their own even where a broken clock comes back to a day', () => {
    const rows = [
      at(3, '2026-11-30T10:00Z'),
      at(2, '2026-11-28T10:00Z'),
      at(1, '2026-11-30T09:00Z'),
    ];
    const keys = gridItems(rows, 'utc').map((item) => item.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('a move in the list', () => {
  const rows = writeRows([5, 4, 3, 2, 1]);
  it('goes by so many rows and stays inside', () => {
    expect(neighbour(rows, 4, 1)?.id).toBe(3);
    expect(neighbour(rows, 4, -10)?.id).toBe(5);
    expect(neighbour(rows, 4, 10)?.id).toBe(1);
  });
  it('begins at the first row from nowhere, and is none in an empty list', () => {
    expect(neighbour(rows, null, 1)?.id).toBe(5);
    expect(neighbour(rows, 99, -1)?.id).toBe(5);
    expect(neighbour([], 4, 1)).toBeNull();
  });
});

describe('a sliding range', () => {
  it('drops what it has left behind and keeps the very list where it has not', () => {
    const rows = writeRows([5, 4, 3]);
    expect(since(rows, 1_796_000_004_000).map((row) => row.id)).toEqual([5, 4]);
    expect(since(rows, 0)).toBe(rows);
    expect(since(rows, null)).toBe(rows);
  });
});
