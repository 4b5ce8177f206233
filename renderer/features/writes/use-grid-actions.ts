import type { KeyboardEvent, RefObject } from 'react';
import type { WriteRow } from '../../../shared/answers.ts';
import type { ColumnId } from '../../../shared/columns.ts';
import type { MarkName } from '../../../shared/marks.ts';
import { copyText } from '../../lib/copy-text.ts';
import type { Zone } from '../../lib/zone.ts';
import { uiText } from '../../text/ui-text.ts';
import { writesText as text } from '../../text/writes-text.ts';
import { useToasts } from '../../ui/toast-store.ts';
import { useCommentBox } from '../marks/comment-store.ts';
import { markWrites } from '../marks/mark-writes.ts';
import { copyWrites } from '../selection/copy-writes.ts';
import { cellText } from './columns.tsx';
import { neighbour } from './grid-items.ts';
import { type GridAction, gridAction } from './grid-keys.ts';
import { useGrid } from './grid-store.ts';
import { noSelection, selectAll, selectTo, toggleOne } from './selection.ts';
import type { WritesList } from './use-writes-list.ts';

interface GridActionOptions {
  readonly list: WritesList;
  readonly rows: readonly WriteRow[];
  readonly matching: number | null;
  readonly zone: Zone;
  /** As shown, from left to right. */
  readonly columns: readonly ColumnId[];
  readonly rowHeight: number;
  /** Pixels of rows in sight; told, since asking the element would force a layout. */
  readonly viewHeight: () => number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Brings a row into view, moving no more than needed. */
  readonly reveal: (row: WriteRow) => void;
}

/** What the grid's keys do. */
export function useGridActions(options: GridActionOptions) {
  const { list, rows, scroller } = options;
  const grid = useGrid();
  const shownIds = () => rows.map((row) => row.id);
  const activeRow = () => rows.find((row) => row.id === grid.activeId) ?? null;

  const moveTo = (row: WriteRow | null, extend: boolean) => {
    if (row === null) return;
    grid.activate(row, extend ? selectTo(grid.selection, row.id, shownIds()) : undefined);
    options.reveal(row);
  };

  const move = (action: Extract<GridAction, { kind: 'move' }>) => {
    const page = Math.max(1, Math.floor(options.viewHeight() / options.rowHeight) - 1);
    const step = action.step * (action.by === 'page' ? page : 1);
    moveTo(neighbour(rows, grid.activeId, step), action.extend);
  };

  const toEdge = (to: 'newest' | 'oldest') => {
    const here =
      to === 'newest' ? list.newer === 'none' && list.offset === 0 : list.older === 'none';
    const target = to === 'newest' ? rows[0] : rows.at(-1);
    if (!here || target === undefined) {
      grid.jump(to, options.matching ?? 0);
      return;
    }
    moveTo(target, false);
    if (to === 'newest') scroller.current?.scrollTo({ top: 0 });
  };

  const copy = async (row: WriteRow) => {
    const { ids } = grid.selection;
    if (ids.size > 1 && grid.activeColumn === null) {
      await copyWrites([...ids], 'lines');
      return;
    }
    const column = grid.activeColumn === null ? undefined : options.columns[grid.activeColumn];
    const value =
      column === undefined
        ? options.columns.map((id) => cellText(row, id, options.zone)).join('\t')
        : cellText(row, column, options.zone);
    const done = await copyText(value);
    useToasts.getState().say({
      tone: done ? 'ok' : 'failed',
      text: done ? (column === undefined ? text.rowCopied : text.cellCopied) : uiText.copyFailed,
    });
  };

  /** Several writes get the mark that the active one lacks. */
  const mark = (row: WriteRow, name: MarkName) => {
    const ids = grid.selection.ids.size > 1 ? [...grid.selection.ids] : [row.id];
    markWrites(ids, name, row.mark?.[name] !== true);
  };

  /** False: the key found nothing to do here and goes on to the window. */
  const act = (action: GridAction): boolean => {
    const row = activeRow();
    switch (action.kind) {
      case 'move':
        move(action);
        return true;
      case 'edge':
        toEdge(action.to);
        return true;
      case 'column': {
        const next = (grid.activeColumn ?? -1) + action.step;
        if (next < options.columns.length) grid.setColumn(next < 0 ? null : next);
        return true;
      }
      case 'open':
        if (row !== null) grid.openDetails(row);
        return row !== null;
      case 'close':
        if (grid.detailsId !== null) grid.closeDetails();
        else if (grid.selection.ids.size > 0) grid.setSelection(noSelection);
        else return false;
        return true;
      case 'toggle':
        if (row !== null) grid.setSelection(toggleOne(grid.selection, row.id));
        return true;
      case 'select-all':
        grid.setSelection(selectAll(shownIds()));
        return true;
      case 'copy':
        if (row !== null) void copy(row);
        return row !== null;
      case 'mark':
        if (row !== null) mark(row, action.mark);
        return row !== null;
      case 'comment':
        if (row === null) return false;
        grid.openDetails(row);
        useCommentBox.getState().edit(row.id);
        return true;
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Buttons inside the grid keep their own keys.
    if (event.target !== event.currentTarget) return;
    const action = gridAction({
      key: event.key,
      shiftKey: event.shiftKey,
      commandKey: event.ctrlKey || event.metaKey,
      altKey: event.altKey,
    });
    if (action === null || !act(action)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { onKeyDown, activeRow };
}
