import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { emptyFilter } from '../../../shared/filter.ts';
import { shownOutcomeOf } from '../../../shared/outcome.ts';
import { useSettings } from '../../data/queries.ts';
import { count } from '../../lib/format.ts';
import { runsText as text } from '../../text/runs-text.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useShell } from '../shell/shell-store.ts';
import type { RunItem } from './run-items.ts';
import { RunLine, WriteLine } from './run-lines.tsx';
import { runsAction } from './runs-keys.ts';
import { useRuns } from './runs-store.ts';
import '../writes/grid.css';
import './runs.css';

const heightsOf = {
  comfortable: { run: 50, line: 32 },
  compact: { run: 44, line: 28 },
} as const;

/** How far ahead of the end the next page is asked for. */
const ahead = 20;

interface RunsTreeProps {
  readonly items: readonly RunItem[];
  /** Changes when another list begins. */
  readonly listKey: string;
  readonly standingIn: boolean;
  /** Null: nothing is left to read. */
  readonly onEnd: (() => void) | null;
  /** What is said beneath the last line. */
  readonly foot: string;
}

const elementId = (key: string): string => `runs-${key.replaceAll(/[^\w:-]/g, '_')}`;

/** Shows the writes of one run, and nothing else, in the list of writes. */
function showInWrites(run: string): void {
  useFilter.getState().setFilter({ ...emptyFilter, run });
  useShell.getState().setPage('writes');
}

export function RunsTree({ items, listKey, standingIn, onEnd, foot }: RunsTreeProps) {
  const { activeKey, activate, toggle, loadMore, openDetails, closeDetails } = useRuns();
  const detailsId = useRuns((state) => state.detailsRow?.id ?? null);
  const heights = heightsOf[useSettings().window.density];
  const scroller = useRef<HTMLDivElement>(null);
  const heightOf = (item: RunItem | undefined) =>
    item?.kind === 'run' ? heights.run : heights.line;
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(items[index]),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
    scrollMargin: 30,
    scrollPaddingStart: 34,
  });
  const { run, line } = heights;
  // Sizes are cached by key: a change of density has to forget them.
  useLayoutEffect(() => {
    if (run + line > 0) virtual.measure();
  }, [virtual, run, line]);

  // What is put in or dropped above the eye moves the scroll position by its height: nothing jumps.
  const seen = useRef<{ readonly key: string; readonly start: number } | null>(null);
  const onScroll = () => {
    const top = scroller.current?.scrollTop ?? 0;
    const first = top < 4 ? undefined : virtual.getVirtualItemForOffset(top + 34);
    const key = first === undefined ? undefined : items[first.index]?.key;
    seen.current = first === undefined || key === undefined ? null : { key, start: first.start };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the items can move them
  useLayoutEffect(() => {
    const place = seen.current;
    const element = scroller.current;
    if (place === null || element === null) return;
    const index = items.findIndex((item) => item.key === place.key);
    const start = virtual.measurementsCache[index]?.start;
    if (start === undefined || start === place.start) return;
    element.scrollTop += start - place.start;
    seen.current = { key: place.key, start };
  }, [items]);
  const list = useRef(listKey);
  useLayoutEffect(() => {
    if (list.current === listKey) return;
    list.current = listKey;
    seen.current = null;
    scroller.current?.scrollTo({ top: 0 });
  }, [listKey]);

  const visible = virtual.getVirtualItems();
  const lastIndex = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastIndex > items.length - ahead) onEnd?.();
  }, [lastIndex, items.length, onEnd]);

  const at = items.findIndex((item) => item.key === activeKey);
  const openItem = (item: RunItem) => {
    activate(item.key);
    switch (item.kind) {
      case 'run':
        toggle(item.run.session_id);
        break;
      case 'write':
        openDetails(item.row);
        break;
      case 'more':
        loadMore(item.run.session_id);
        break;
      case 'note':
        break;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / heights.run);
    const action = runsAction(event.key, { items, at, page });
    if (action === null) return;
    event.preventDefault();
    const item = items[at];
    switch (action.kind) {
      case 'move': {
        const to = items[action.to];
        if (to === undefined) return;
        activate(to.key);
        virtual.scrollToIndex(action.to, { align: 'auto' });
        // Who reads the details goes on reading them while walking.
        if (detailsId !== null && to.kind === 'write') openDetails(to.row);
        break;
      }
      case 'toggle':
        toggle(action.run, action.open);
        break;
      case 'open':
        if (item !== undefined) openItem(item);
        break;
      case 'show-in-writes':
        if (item !== undefined) showInWrites(item.run.session_id);
        break;
      case 'close':
        closeDetails();
        break;
    }
  };

  const activeShown = visible.some((virtualItem) => virtualItem.index === at);
  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label={text.tree}
      aria-rowcount={-1}
      aria-busy={standingIn}
      tabIndex={0}
      className={standingIn ? 'grid runs-tree grid-waiting' : 'grid runs-tree'}
      {...(activeShown && activeKey !== null
        ? { 'aria-activedescendant': elementId(activeKey) }
        : {})}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
      onFocus={(event) => {
        const first = items[visible[0]?.index ?? 0];
        if (event.target === event.currentTarget && at < 0 && first !== undefined)
          activate(first.key);
      }}
    >
      <Head />
      <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
        {visible.map((virtualItem) => {
          const item = items[virtualItem.index];
          if (item === undefined) return null;
          return (
            <Line
              key={item.key}
              item={item}
              top={virtualItem.start - 30}
              height={heightOf(item)}
              active={item.key === activeKey}
              selected={item.kind === 'write' && item.row.id === detailsId}
              onClick={() => openItem(item)}
            />
          );
        })}
      </div>
      <div role="rowgroup">
        <div role="row" className="edge-row">
          <div role="gridcell" className="edge-cell">
            {foot}
          </div>
        </div>
      </div>
    </div>
  );
}

function Head() {
  const { run, client, started, length, writes, outcome } = text.columns;
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" className="head-row run-columns">
        {[run, client, started, length, writes, outcome].map((name, index) => (
          <div
            key={name}
            role="columnheader"
            tabIndex={-1}
            className={index === 3 || index === 4 ? 'run-number' : index === 0 ? 'run-head' : ''}
          >
            {name}
          </div>
        ))}
      </div>
    </div>
  );
}

interface LineProps {
  readonly item: RunItem;
  readonly top: number;
  readonly height: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly onClick: () => void;
}

const columnsOf: Readonly<Record<RunItem['kind'], string>> = {
  run: 'run-row run-columns',
  write: 'run-write run-write-columns',
  more: 'run-write run-more',
  note: 'run-write run-note',
};

function Line({ item, top, height, active, selected, onClick }: LineProps) {
  const classes = [
    'grid-row',
    columnsOf[item.kind],
    active ? 'row-active' : '',
    selected ? 'row-selected' : '',
    item.kind === 'write' ? `row-${shownOutcomeOf(item.row)}` : '',
    item.kind === 'run' && item.open ? 'run-open' : '',
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and hears the keys
    <div
      id={elementId(item.key)}
      role="row"
      aria-level={item.kind === 'run' ? 1 : 2}
      {...(item.kind === 'run' ? { 'aria-expanded': item.open } : {})}
      aria-selected={selected}
      className={classes.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${top}px)`, height }}
      onClick={onClick}
    >
      {lineOf(item)}
    </div>
  );
}

function lineOf(item: RunItem): ReactNode {
  switch (item.kind) {
    case 'run':
      return <RunLine run={item.run} onShow={() => showInWrites(item.run.session_id)} />;
    case 'write':
      return <WriteLine run={item.run} row={item.row} />;
    case 'more':
      return (
        <div role="gridcell" className="run-more-words">
          {text.more(count(item.left))}
        </div>
      );
    case 'note':
      return (
        <div role="gridcell" className="cut" title={item.why ?? ''}>
          {item.why === null ? text.loading : text.failedWrites(item.why)}
        </div>
      );
  }
}
