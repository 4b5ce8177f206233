import { describe, expect, it } from 'vitest';
import { downFrom, writeRows } from '../../lib/write-row.test-help.ts';
import { gridItems } from './grid-items.ts';
import { assignSlots, type Slots } from './row-slots.ts';

const items = (high: number, low: number) => gridItems(writeRows(downFrom(high, low)), 'utc');
const none: Slots = new Map();
const elements = (slots: Slots): ReadonlySet<string> => new Set(slots.values());

describe('slots of drawn rows', () => {
  it('are of one item each', () => {
    let slots = none;
    for (const [high, low] of [
      [100, 61],
      [80, 41],
      [103, 64],
      [40, 1],
    ] as const) {
      const drawn = items(high, low);
      slots = assignSlots(slots, drawn);
      expect([...slots.keys()]).toEqual(drawn.map(({ key }) => key));
      expect(elements(slots).size).toBe(drawn.length);
    }
  });

  it('stay with their row when others come before it, are dropped before it, or follow after it', () => {
    const first = assignSlots(none, items(100, 50));
    const slot = first.get('row-60');
    const live = assignSlots(first, items(103, 55));
    expect(live.get('row-60')).toBe(slot);
    const dropped = assignSlots(live, items(70, 40));
    expect(dropped.get('row-60')).toBe(slot);
  });

  it('are those that were left, however far the list moved: no element is made or dropped', () => {
    const first = assignSlots(none, items(100, 71));
    expect(elements(assignSlots(first, items(85, 56)))).toEqual(elements(first));
    expect(elements(assignSlots(first, items(30, 1)))).toEqual(elements(first));
  });
});
