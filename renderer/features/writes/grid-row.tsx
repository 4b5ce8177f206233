import type { Row } from '@tanstack/react-table';
import { flexRender } from '@tanstack/react-table';
import { type MouseEvent, memo } from 'react';
import type { WriteRow } from '../../../shared/answers.ts';
import type { ColumnId } from '../../../shared/columns.ts';
import { shownOutcomeOf } from '../../../shared/outcome.ts';
import { cellClass, cellTitle, type features } from './columns.tsx';

interface GridRowProps {
  readonly row: Row<typeof features, WriteRow>;
  /** Position among all matching writes, from 1, under the header. */
  readonly position: number;
  readonly top: number;
  readonly active: boolean;
  readonly selected: boolean;
  /** The cell that the keyboard stands on; null: none of this row. */
  readonly column: number | null;
  /** Changes with the columns: cells are drawn anew when the time zone is switched. */
  readonly drawing: unknown;
  readonly onRowClick: (row: WriteRow, event: MouseEvent) => void;
}

export const rowElementId = (id: number): string => `write-${id}`;
export const cellElementId = (id: number, column: number): string => `write-${id}-${column}`;

/**
 * The place of a row, and what it holds. Both are memoised, each for itself: scrolling draws only rows that came
 * into view, and a row that arrives above moves the others without drawing their cells.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const write = props.row.original;
  const classes = [
    'grid-row',
    `row-${shownOutcomeOf(write)}`,
    props.selected ? 'row-selected' : '',
    props.active ? 'row-active' : '',
    props.column === null ? '' : 'row-by-cell',
  ];
  return (
    // The grid holds the focus and the keyboard; a row takes only the pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the grid opens the active row
    <div
      role="row"
      id={rowElementId(write.id)}
      className={classes.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${props.top}px)` }}
      aria-rowindex={props.position + 1}
      aria-selected={props.selected}
      onClick={(event) => props.onRowClick(write, event)}
    >
      <Cells row={props.row} column={props.column} drawing={props.drawing} />
    </div>
  );
}, sameRow);

const Cells = memo(function Cells({ row, column }: CellsProps) {
  const write = row.original;
  return row.getAllCells().map((cell, index) => {
    const id = cell.column.id as ColumnId;
    return (
      <div
        // By column alone: a row's elements are filled anew when another write scrolls into them.
        key={id}
        role="gridcell"
        id={cellElementId(write.id, index)}
        aria-colindex={index + 1}
        className={column === index ? `${cellClass(write, id)} cell-active` : cellClass(write, id)}
        title={cellTitle(write, id)}
      >
        {flexRender(cell.column.columnDef.cell, cell.getContext())}
      </div>
    );
  });
}, sameCells);

type CellsProps = Pick<GridRowProps, 'row' | 'column' | 'drawing'>;

/** The table makes new row objects whenever rows arrive; what is drawn depends on the write alone. */
function sameCells(a: CellsProps, b: CellsProps): boolean {
  return a.row.original === b.row.original && a.column === b.column && a.drawing === b.drawing;
}

function sameRow(a: GridRowProps, b: GridRowProps): boolean {
  return (
    sameCells(a, b) &&
    a.position === b.position &&
    a.top === b.top &&
    a.active === b.active &&
    a.selected === b.selected &&
    a.onRowClick === b.onRowClick
  );
}
