import type { PointerEvent, ReactNode } from 'react';
import { type DragEvent, useRef } from 'react';
import type { ColumnId } from '../../../shared/columns.ts';
import { columnsText as text } from '../../text/columns-text.ts';
import { writesText } from '../../text/writes-text.ts';
import { movedBefore, resized, unsized } from '../columns/layout.ts';
import { type Columns, useColumnDraft } from '../columns/use-columns.ts';

const kind = 'application/x-inkwatch-column';

interface HeadCellProps {
  readonly id: ColumnId;
  readonly index: number;
  readonly columns: Columns;
  readonly children: ReactNode;
}

/** A header that is dragged to another place, with an edge that is dragged to another width. */
export function HeadCell({ id, index, columns, children }: HeadCellProps) {
  const cell = useRef<HTMLDivElement>(null);
  const onDrop = (event: DragEvent) => {
    const from = columns.layout.find((column) => column.id === event.dataTransfer.getData(kind));
    if (from !== undefined) columns.set(movedBefore(columns.layout, from.id, id));
  };
  return (
    <div
      ref={cell}
      role="columnheader"
      aria-colindex={index + 1}
      className={`cell head-cell cell-${id}`}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(kind, id)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(kind)) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      <span className="cut">{children}</span>
      <Edge
        id={id}
        columns={columns}
        width={() => cell.current?.getBoundingClientRect().width ?? 0}
      />
    </div>
  );
}

interface EdgeProps {
  readonly id: ColumnId;
  readonly columns: Columns;
  readonly width: () => number;
}

/** For the pointer alone: the chooser sizes columns by keyboard. */
function Edge({ id, columns, width }: EdgeProps) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const setDraft = useColumnDraft((state) => state.setDraft);
  const onMove = (event: PointerEvent) => {
    const start = from.current;
    if (start === null) return;
    setDraft(resized(columns.layout, id, start.width + event.clientX - start.x));
  };
  const end = () => {
    if (from.current === null) return;
    from.current = null;
    const { draft } = useColumnDraft.getState();
    if (draft !== null) columns.set(draft);
    setDraft(null);
  };
  return (
    <span
      aria-hidden
      className="head-edge"
      title={text.resize(writesText.columns[id])}
      draggable
      // The header under it would be dragged instead.
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: width() };
      }}
      onPointerMove={onMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => columns.set(unsized(columns.layout, id))}
    />
  );
}
