import type { GridItem } from './grid-items.ts';

/** Where the numbering of the items stands: item `index` has the number `index + base`. */
export interface Numbering {
  readonly items: readonly GridItem[];
  readonly base: number;
}

/**
 * Numbers that items keep when others are put in or dropped before them. Drawn rows are keyed by
 * them in a ring, so that scrolling fills the elements that left the view instead of making new ones.
 */
export function renumber(before: Numbering, items: readonly GridItem[]): Numbering {
  if (before.items === items) return before;
  const moved = shift(before.items, items);
  return { items, base: moved === null ? 0 : before.base - moved };
}

/** How far the old items moved down; null: the two lists have nothing to do with each other. */
function shift(old: readonly GridItem[], now: readonly GridItem[]): number | null {
  const at = (items: readonly GridItem[], key: string | undefined) =>
    key === undefined ? -1 : items.findIndex((item) => item.key === key);
  // The first line is a day's heading, which can change with the rows under it: take the first write.
  const first = old.findIndex((item) => item.kind === 'row');
  const down = at(now, old[first]?.key);
  if (down >= 0) return down - first;
  const nowFirst = now.findIndex((item) => item.kind === 'row');
  const up = at(old, now[nowFirst]?.key);
  return up < 0 ? null : nowFirst - up;
}

/** The size of the ring for so many drawn items: in steps, so that it hardly ever changes. */
export function ringSize(drawn: number, before: number): number {
  return Math.max(before, Math.ceil(drawn / 16) * 16);
}

/** The React key of the item at `index`; two of at most `ring` neighbours never share one. */
export function slotOf(numbering: Numbering, index: number, ring: number): string {
  const number = (index + numbering.base) % ring;
  const kind = numbering.items[index]?.kind ?? 'row';
  return `${kind}-${number < 0 ? number + ring : number}`;
}
