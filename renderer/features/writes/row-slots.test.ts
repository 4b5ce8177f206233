import { describe, expect, it } from 'vitest';
import { downFrom, writeRows } from '../../lib/write-row.test-help.ts';
import { type GridItem, gridItems } from './grid-items.ts';
import { type Numbering, renumber, ringSize, slotOf } from './row-slots.ts';

const items = (high: number, low: number) => gridItems(writeRows(downFrom(high, low)), 'utc');
const start: Numbering = { items: [], base: 0 };
const slotOfRow = (numbering: Numbering, id: number): string =>
  slotOf(
    numbering,
    numbering.items.findIndex((item: GridItem) => item.key === `row-${id}`),
    32,
  );

describe('slots of drawn rows', () => {
  it('never meet among neighbours, whatever was put in before', () => {
    const first = renumber(start, items(100, 1));
    const second = renumber(first, items(107, 1));
    for (const numbering of [first, second]) {
      for (let from = 0; from + 32 <= numbering.items.length; from += 1) {
        const slots = Array.from({ length: 32 }, (_, index) => slotOf(numbering, from + index, 32));
        expect(new Set(slots).size).toBe(32);
      }
    }
  });

  it('stay with their row when rows come before it, are dropped before it, or follow after it', () => {
    const first = renumber(start, items(100, 1));
    const slot = slotOfRow(first, 60);
    const live = renumber(first, items(103, 1));
    expect(slotOfRow(live, 60)).toBe(slot);
    const evicted = renumber(live, items(80, 1));
    expect(slotOfRow(evicted, 60)).toBe(slot);
    expect(slotOfRow(renumber(evicted, items(103, 1)), 60)).toBe(slot);
  });

  it('begin anew for another list, and stay as they are for the same one', () => {
    const first = renumber(start, items(100, 50));
    expect(renumber(first, first.items)).toBe(first);
    expect(renumber(first, items(40, 1)).base).toBe(0);
  });

  it('form a ring that hardly ever changes its size', () => {
    expect(ringSize(33, 0)).toBe(48);
    expect(ringSize(20, 48)).toBe(48);
  });
});
