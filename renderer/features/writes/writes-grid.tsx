import { useTable } from '@tanstack/react-table';
import {
  type CSSProperties,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { WriteRow } from '../../../shared/answers.ts';
import { inkwatch } from '../../data/api.ts';
import type { FilterAt } from '../../data/keys.ts';
import { useSettings, useZone } from '../../data/queries.ts';
import { writesText as text } from '../../text/writes-text.ts';
import { templateOf } from '../columns/layout.ts';
import { useColumns } from '../columns/use-columns.ts';
import { features, writeColumns } from './columns.tsx';
import { DayHeader } from './day-header.tsx';
import { findRow } from './find-row.ts';
import { GridEdge } from './grid-edge.tsx';
import { GridHead } from './grid-head.tsx';
import { gridItems } from './grid-items.ts';
import { cellElementId, GridRow, rowElementId } from './grid-row.tsx';
import { useGrid } from './grid-store.ts';
import { ListScrollbar } from './list-scrollbar.tsx';
import { assignSlots, type Slots } from './row-slots.ts';
import { selectTo, toggleOne } from './selection.ts';
import { useFirstRowsMark } from './use-first-rows-mark.ts';
import { useGridActions } from './use-grid-actions.ts';
import { rowHeights, useGridScroll } from './use-grid-scroll.ts';
import { useViewPlace } from './use-view-place.ts';
import type { WritesList } from './use-writes-list.ts';
import './grid.css';

interface WritesGridProps {
  readonly at: FilterAt;
  readonly list: WritesList;
  readonly rows: readonly WriteRow[];
  /** Matching writes; null while not known. */
  readonly matching: number | null;
  readonly onAtTop: (atTop: () => boolean, scrollToTop: () => void) => void;
  readonly onReachTop: () => void;
  readonly onScrolled: (scrolled: boolean) => void;
}

export function WritesGrid(props: WritesGridProps) {
  const { at, list, rows, matching, onReachTop } = props;
  const zone = useZone();
  const heights = rowHeights[useSettings().window.density];
  const grid = useGrid();
  const scroller = useRef<HTMLDivElement>(null);
  const pressing = useRef(false);
  const shown = useColumns();
  const order = shown.layout.map(({ id }) => id).join();
  // Widths are the style's: only another choice or order draws the cells anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order as text stands for the layout
  const ids = useMemo(() => shown.layout.map(({ id }) => id), [order]);
  const columns = useMemo(() => writeColumns(zone, ids), [zone, ids]);
  const template = templateOf(shown.layout);
  const items = useMemo(() => gridItems(rows, zone), [rows, zone]);
  const scroll = useGridScroll({
    scroller,
    items,
    heights,
    listKey: list.name,
    hasNewer: list.newer !== 'none',
  });
  const { virtual, sticky, onScroll, atTop, inView, scrollTo, topRow, reveal } = scroll;
  useViewPlace({ list, topRow, atTop, scrollTo });

  useFirstRowsMark(rows.length > 0);

  const { onAtTop } = props;
  useEffect(() => {
    onAtTop(
      () => atTop() && !pressing.current,
      () => scroller.current?.scrollTo({ top: 0 }),
    );
  }, [onAtTop, atTop]);

  const visible = virtual.getVirtualItems();
  // The table is of what is drawn: one of all that is loaded would be made anew for each row that arrives.
  const drawn = useMemo(
    () =>
      visible.flatMap(({ index }) => {
        const item = items[index];
        return item?.kind === 'row' ? [item.row] : [];
      }),
    [visible, items],
  );
  const table = useTable({ features, columns, data: drawn, getRowId });
  const { rowsById } = table.getRowModel();
  const slots = useRef<Slots>(new Map());
  slots.current = useMemo(
    () =>
      assignSlots(
        slots.current,
        visible.flatMap(({ index }) => items[index] ?? []),
      ),
    [visible, items],
  );
  const firstIndex = visible[0]?.index ?? 0;
  const lastIndex = visible.at(-1)?.index ?? 0;
  const { older, newer, loadOlder, loadNewer } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever other rows are drawn
  useEffect(() => {
    // Rows put in above are not drawn yet, but the scroll position is right: the drawn ones would ask for page after page.
    const { first, last } = inView();
    // Some screenfuls ahead, so that steady scrolling never meets the end of what is loaded.
    if (older === 'more' && last > items.length - 70) loadOlder();
    if (newer === 'more' && first < 70) loadNewer();
  }, [older, newer, loadOlder, loadNewer, inView, firstIndex, lastIndex, items.length]);

  // A jump lands on what it aimed at, once that is there; before anything is painted.
  const { anchor } = grid;
  const landed = useRef(anchor.turn);
  const whenLanded = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    if (list.standingIn || list.state === 'loading') return;
    whenLanded.current?.();
    whenLanded.current = null;
    if (landed.current === anchor.turn || list.state !== 'ready') return;
    landed.current = anchor.turn;
    if (anchor.end === 'place') {
      // Where it was left is restored elsewhere, selection and all.
      if (anchor.row === undefined) return;
      const target = rows[Math.min(rows.length - 1, anchor.row)];
      if (target !== undefined) scrollTo(target.id, heights.head + heights.day);
      return;
    }
    const target = anchor.end === 'newest' ? rows[0] : rows.at(-1);
    if (target === undefined) return;
    useGrid.getState().activate(target);
    if (anchor.end === 'oldest')
      scroller.current?.scrollTo({ top: heights.head + virtual.getTotalSize() });
    else scroller.current?.scrollTo({ top: 0 });
  }, [anchor, list.standingIn, list.state, rows, virtual, scrollTo, heights]);

  /** Shows a part of the list that is not loaded; settles when it is in view. */
  const jumpTo = async (to: 'newest' | 'oldest' | number): Promise<void> => {
    const { jump, showPage } = useGrid.getState();
    const { turn } = useGrid.getState().anchor;
    if (typeof to === 'string') jump(to, matching ?? 0);
    else {
      const found = await findRow(inkwatch.writes.histogram, at.filter, to).catch(() => null);
      // Another jump was made meanwhile, or nothing can be told: then the list stays where it is.
      if (found === null || useGrid.getState().anchor.turn !== turn) return;
      showPage(found.before, found.start, to - found.start);
    }
    await new Promise<void>((done) => {
      whenLanded.current?.();
      whenLanded.current = done;
    });
  };

  const { onKeyDown, activeRow } = useGridActions({
    list,
    rows,
    matching,
    zone,
    columns: ids,
    rowHeight: heights.row,
    viewHeight: scroll.viewHeight,
    scroller,
    reveal: (row) => {
      const index = items.findIndex((item) => item.kind === 'row' && item.row.id === row.id);
      reveal(index);
    },
  });

  const onRowClick = useCallback(
    (row: WriteRow, event: MouseEvent) => {
      const { selection, activate, openDetails } = useGrid.getState();
      if (event.shiftKey) {
        const ids = rows.map((shown) => shown.id);
        activate(row, selectTo(selection, row.id, ids));
      } else if (event.ctrlKey || event.metaKey) activate(row, toggleOne(selection, row.id));
      else {
        activate(row);
        openDetails(row);
      }
    },
    [rows],
  );

  const activeShown = visible.some((item) => {
    const shown = items[item.index];
    return shown?.kind === 'row' && shown.row.id === grid.activeId;
  });

  return (
    <>
      <div
        ref={scroller}
        id={gridId}
        role="grid"
        aria-label={text.grid}
        className={[
          'grid',
          list.standingIn ? 'grid-waiting' : '',
          shown.custom ? 'grid-custom' : '',
        ].join(' ')}
        style={
          shown.custom
            ? ({ '--columns': template.columns, '--least': `${template.least}px` } as CSSProperties)
            : {}
        }
        tabIndex={0}
        aria-rowcount={matching === null ? -1 : matching + 1}
        aria-colcount={ids.length}
        aria-multiselectable
        aria-busy={list.standingIn}
        {...activeElement(activeShown ? grid.activeId : null, grid.activeColumn)}
        onKeyDown={onKeyDown}
        onScroll={() => {
          onScroll();
          props.onScrolled(!atTop());
          if (atTop()) onReachTop();
        }}
        onPointerDown={() => {
          // No row may move under a press: the click would land on another one.
          pressing.current = true;
        }}
        onPointerUp={() => {
          pressing.current = false;
          onReachTop();
        }}
        onPointerLeave={() => {
          pressing.current = false;
        }}
        onFocus={(event) => {
          if (event.target !== event.currentTarget || activeRow() !== null) return;
          const first = visible
            .map((item) => items[item.index])
            .find((item) => item?.kind === 'row');
          if (first?.kind === 'row') useGrid.setState({ activeId: first.row.id });
        }}
      >
        <GridHead table={table} columns={shown} ids={ids} />
        <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
          {visible.map((virtualItem) => {
            const item = items[virtualItem.index];
            if (item === undefined) return null;
            const top = virtualItem.start - heights.head;
            if (item.kind === 'day') {
              const stuck = virtualItem.index === sticky.current;
              return (
                <DayHeader
                  key={stuck ? 'stuck' : slots.current.get(item.key)}
                  at={at}
                  since={item.since}
                  until={item.until}
                  columns={ids.length}
                  sticky={stuck}
                  style={stuck ? {} : { transform: `translateY(${top}px)` }}
                />
              );
            }
            const row = rowsById[getRowId(item.row)];
            if (row === undefined) return null;
            const active = item.row.id === grid.activeId;
            return (
              <GridRow
                key={slots.current.get(item.key)}
                row={row}
                position={list.offset + item.index + 1}
                top={top}
                active={active}
                selected={grid.selection.ids.has(item.row.id)}
                column={active ? grid.activeColumn : null}
                drawing={columns}
                onRowClick={onRowClick}
              />
            );
          })}
        </div>
        <GridEdge list={list} />
      </div>
      <ListScrollbar
        scroller={scroller}
        controls={gridId}
        total={matching ?? 0}
        offset={list.offset}
        loaded={rows.length}
        rowHeight={heights.row}
        height={heights.head + virtual.getTotalSize()}
        onJump={jumpTo}
      />
    </>
  );
}

const gridId = 'writes-grid';
const getRowId = (row: WriteRow): string => String(row.id);

/** Focus stays on the grid; this names the row or cell it stands on, as long as that is drawn. */
function activeElement(id: number | null, column: number | null) {
  if (id === null) return {};
  return {
    'aria-activedescendant': column === null ? rowElementId(id) : cellElementId(id, column),
  };
}
