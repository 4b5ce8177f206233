import type { GridItem } from './grid-items.ts';

/** The element that each drawn item has, by the item's key. Elements of days and of writes are not alike. */
export type Slots = ReadonlyMap<string, string>;

/**
 * Items that stay drawn keep their element, and the others take the elements of those that left the view: scrolling
 * fills elements anew instead of making and dropping them.
 */
export function assignSlots(before: Slots, drawn: readonly GridItem[]): Slots {
  const keys = new Set(drawn.map((item) => item.key));
  const free = new Map<string, string[]>([
    ['day', []],
    ['row', []],
  ]);
  for (const [key, slot] of before) {
    if (!keys.has(key)) free.get(kindOf(slot))?.push(slot);
  }
  const taken = new Set(before.values());
  let next = 0;
  const fresh = (kind: GridItem['kind']): string => {
    while (taken.has(`${kind}-${next}`)) next += 1;
    const slot = `${kind}-${next}`;
    taken.add(slot);
    return slot;
  };
  return new Map(
    drawn.map((item) => [
      item.key,
      before.get(item.key) ?? free.get(item.kind)?.shift() ?? fresh(item.kind),
    ]),
  );
}

const kindOf = (slot: string): string => slot.slice(0, slot.indexOf('-'));
