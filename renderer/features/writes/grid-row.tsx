import type { Row } from '@tanstack/react-table';
import { FlexRender } from '@tanstack/react-table';
import { type MouseEvent, memo } from 'react';
import type { WriteRow } from '../../../shared/answers.ts';
import { shownOutcomeOf } from '../../../shared/outcome.ts';
import type { features } from './columns.tsx';

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

/** The table makes new row objects whenever rows arrive; what is drawn depends on the write alone. */
function sameDrawing(a: GridRowProps, b: GridRowProps): boolean {
  return (
    a.row.original === b.row.original &&
    a.position === b.position &&
    a.top === b.top &&
    a.active === b.active &&
    a.selected === b.selected &&
    a.column === b.column &&
    a.drawing === b.drawing &&
    a.onRowClick === b.onRowClick
  );
}

/** Memoised: scrolling and live rows must not draw the rows that stay. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const write = props.row.original;
  const outcome = shownOutcomeOf(write);
  const classes = [
    'grid-row',
    `row-${outcome}`,
    props.selected ? 'row-selected' : '',
    props.active ? 'row-active' : '',
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
      {props.row.getAllCells().map((cell, index) => (
        <div
          // By column alone: a row's elements are filled anew when another write scrolls into them.
          key={cell.column.id}
          role="gridcell"
          id={cellElementId(write.id, index)}
          aria-colindex={index + 1}
          className={`cell cell-${cell.column.id}${props.column === index ? ' cell-active' : ''}`}
        >
          <FlexRender cell={cell} />
        </div>
      ))}
    </div>
  );
}, sameDrawing);
