import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { GridItem } from './grid-items.ts';

export interface RowHeights {
  readonly row: number;
  readonly day: number;
  readonly head: number;
}

export const rowHeights: Readonly<Record<'comfortable' | 'compact', RowHeights>> = {
  comfortable: { row: 34, day: 30, head: 30 },
  compact: { row: 28, day: 26, head: 30 },
};

/** Rows drawn above and below the view. */
const overscan = 8;

/** How far from the top still counts as "at the newest end", in pixels. */
const topSlack = 4;

interface GridScrollOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly items: readonly GridItem[];
  readonly heights: RowHeights;
  /** Changes when another list begins: then the place of the old one means nothing. */
  readonly listKey: string;
  /** True while rows before the first loaded one will be put in: also at the very top nothing may jump. */
  readonly hasNewer: boolean;
}

/**
 * The virtual list. Heights are fixed, so places are known without measuring, and rows that are put
 * in or dropped above the eye move the scroll position by exactly their height: nothing jumps.
 */
export function useGridScroll({ scroller, items, heights, listKey, hasNewer }: GridScrollOptions) {
  const days = useMemo(
    () => items.flatMap((item, index) => (item.kind === 'day' ? [index] : [])),
    [items],
  );
  const sticky = useRef(-1);
  // Far from anywhere: the first rows are drawn alone, too.
  const drawnFrom = useRef(Number.NEGATIVE_INFINITY);
  const rangeExtractor = useCallback(
    (range: Range) => {
      sticky.current = days.findLast((index) => index <= range.startIndex) ?? -1;
      const moved = Math.abs(range.startIndex - drawnFrom.current);
      drawnFrom.current = range.startIndex;
      // Rows beside the view save slow scrolling a gap; of a fast one they are passed before they are seen.
      const fast = moved > (range.endIndex - range.startIndex) / 2;
      const indexes = defaultRangeExtractor({ ...range, overscan: fast ? 1 : overscan });
      return sticky.current < 0 || indexes.includes(sticky.current)
        ? indexes
        : [sticky.current, ...indexes];
    },
    [days],
  );
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'day' ? heights.day : heights.row),
    getItemKey: (index) => items[index]?.key ?? index,
    rangeExtractor,
    overscan,
    // Near enough to draw the first rows before the element is measured, which is a layout of its own.
    initialRect: { width: 0, height: Math.max(0, globalThis.innerHeight - 190) },
    scrollMargin: heights.head,
    scrollPaddingStart: heights.head + heights.day,
  });

  const { row, day } = heights;
  // Sizes are cached by key: a change of density has to forget them.
  useLayoutEffect(() => {
    if (row + day > 0) virtual.measure();
  }, [virtual, row, day]);

  const seen = useRef<{ key: string; start: number; list: string } | null>(null);
  // Read once per scroll event, before anything is drawn: later reading would force a layout.
  const offset = useRef(0);
  const onScroll = useCallback(() => {
    const top = scroller.current?.scrollTop ?? 0;
    offset.current = top;
    const first = virtual.getVirtualItemForOffset(top + heights.head + heights.day);
    const item = first === undefined ? undefined : items[first.index];
    const away = (top > topSlack || hasNewer) && first !== undefined && item !== undefined;
    seen.current = away ? { key: item.key, start: first.start, list: listKey } : null;
  }, [scroller, virtual, items, listKey, heights, hasNewer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the items can move them
  useLayoutEffect(() => {
    const element = scroller.current;
    const anchor = seen.current;
    if (element === null || anchor === null) return;
    if (anchor.list !== listKey) {
      element.scrollTop = 0;
      offset.current = 0;
      seen.current = null;
      return;
    }
    const index = items.findIndex((item) => item.key === anchor.key);
    if (index < 0) return;
    const start = startOf(items, index, heights);
    if (start === anchor.start) return;
    element.scrollTop += start - anchor.start;
    offset.current += start - anchor.start;
    seen.current = { ...anchor, start };
  }, [items, listKey]);

  /** Indexes of the first and last item in view by where the scroll position is now: what is drawn follows it. */
  const inView = useCallback(() => {
    const at = (place: number) => virtual.getVirtualItemForOffset(place)?.index ?? 0;
    const top = offset.current;
    return { first: at(top), last: at(top + (virtual.scrollRect?.height ?? 0)) };
  }, [virtual]);
  const atTop = useCallback(() => offset.current <= topSlack, []);
  /** The topmost row in view that is not under a heading, and how far below the upper edge it begins. */
  const topRow = useCallback(() => {
    const top = offset.current;
    const below = top + heights.head + heights.day;
    const at = virtual.getVirtualItemForOffset(below)?.index ?? 0;
    const index = items.findIndex((item, n) => n >= at && item.kind === 'row');
    const item = items[index];
    if (item?.kind !== 'row') return null;
    return { row: item.row, index: item.index, offset: startOf(items, index, heights) - top };
  }, [virtual, items, heights]);
  /** Scrolls so that the row begins so far below the upper edge; false: it is not loaded. */
  const scrollTo = useCallback(
    (id: number, below: number): boolean => {
      const element = scroller.current;
      const index = items.findIndex((item) => item.kind === 'row' && item.row.id === id);
      if (element === null || index < 0) return false;
      const start = startOf(items, index, heights);
      element.scrollTop = Math.max(0, start - below);
      offset.current = element.scrollTop;
      const key = items[index]?.key ?? '';
      seen.current = { key, start, list: listKey };
      return true;
    },
    [scroller, items, heights, listKey],
  );
  /** How many pixels of rows are in sight: what lies under the header and a day's heading does not count. */
  const viewHeight = useCallback(
    () => (virtual.scrollRect?.height ?? 0) - heights.head - heights.day,
    [virtual, heights],
  );
  /**
   * Scrolls no more than needed to have that item in sight. Heights are known, so nothing has to be measured:
   * the virtual list's own way asks for the scroll height again and again, a layout each time.
   */
  const reveal = useCallback(
    (index: number): void => {
      const element = scroller.current;
      if (element === null || index < 0) return;
      const under = heights.head + heights.day;
      const start = startOf(items, index, heights);
      const lowest = start - under;
      const highest = start + heights.row - under - viewHeight();
      const to = Math.min(Math.max(offset.current, highest), lowest);
      if (to === offset.current) return;
      offset.current = Math.max(0, to);
      element.scrollTop = offset.current;
    },
    [scroller, items, heights, viewHeight],
  );
  return { virtual, sticky, onScroll, atTop, inView, topRow, scrollTo, reveal, viewHeight };
}

/** Where an item begins, from the top of the scrolled content. */
function startOf(items: readonly GridItem[], index: number, heights: RowHeights): number {
  let start = heights.head;
  for (let at = 0; at < index; at += 1) {
    start += items[at]?.kind === 'day' ? heights.day : heights.row;
  }
  return start;
}
