import { expect, test } from 'vitest';
import { emptyFilter, type WriteFilter } from '../../../shared/filter.ts';
import { findRow } from './find-row.ts';
import { pageSize } from './list-window.ts';

/** Charts over these times as the core makes them: whole bars of at least a second, cut at the range's edges. */
function chartsOver(times: readonly number[]) {
  let asked = 0;
  const chartOf = async ({ filter, bars }: { filter: WriteFilter; bars: number }) => {
    asked += 1;
    const between = filter.time.kind === 'between' ? filter.time : null;
    const since = between?.since_ms ?? Math.min(...times);
    const until = between?.until_ms ?? Math.max(...times) + 1;
    const width = Math.max(1000, Math.ceil((until - since) / bars));
    const made = [];
    for (let from = since; from < until; from += width) {
      const to = Math.min(until, from + width);
      const n = times.filter((at) => at >= from && at < to).length;
      const counts = { succeeded: n, failed: 0, refused: 0, unknown: 0 };
      made.push({ since_ms: from, until_ms: to, counts });
    }
    return { bars: made };
  };
  return { chartOf, asked: () => asked };
}

/** Whether the page that begins there, newest first, holds the row at `position`. */
async function lands(times: readonly number[], position: number): Promise<boolean> {
  const { chartOf } = chartsOver(times);
  const found = await findRow(chartOf, emptyFilter, position);
  if (found === null) return false;
  const newer = times.filter((at) => at >= found.before.timestamp_ms).length;
  expect(found.start).toBe(newer);
  return position >= found.start && position < found.start + pageSize;
}

const year = 365 * 86_400_000;
const steady = Array.from({ length: 5_000 }, (_, n) => 1_764_000_000_000 + n * (year / 5_000));

test.each([0, 1, 199, 200, 2_500, 4_998, 4_999])('row %i of 5,000 is in the page', async (at) => {
  expect(await lands(steady, at)).toBe(true);
});

test('a burst inside a quiet year is looked into until a page holds the row', async () => {
  const burst = Array.from({ length: 4_000 }, (_, n) => 1_780_000_000_000 + n * 5);
  const times = [...steady, ...burst].toSorted((a, b) => a - b);
  expect(await lands(times, 4_500)).toBe(true);
});

test('times in another unit, far in the future and in 1970, do not hide the others', async () => {
  const times = [...steady, 1_764_000_000, 1_764_000_000_000_000].toSorted((a, b) => a - b);
  expect(await lands(times, 0)).toBe(true);
  expect(await lands(times, 2_500)).toBe(true);
  expect(await lands(times, 5_001)).toBe(true);
});

test('rows of one and the same moment end the search at their beginning', async () => {
  const times = Array.from({ length: 1_000 }, () => 1_764_000_000_000);
  const { chartOf, asked } = chartsOver(times);
  const found = await findRow(chartOf, emptyFilter, 700);
  expect(found).toEqual({ before: { timestamp_ms: 1_764_000_000_001, id: 0 }, start: 0 });
  expect(asked()).toBe(1);
});

test('beyond the last row is the last row; of nothing there is none', async () => {
  const { chartOf } = chartsOver(steady);
  expect((await findRow(chartOf, emptyFilter, 9_999))?.start).toBeLessThan(5_000);
  expect(await findRow(async () => ({ bars: [] }), emptyFilter, 3)).toBeNull();
});
