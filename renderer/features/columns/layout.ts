import {
  type ColumnId,
  type ColumnLayout,
  columnIds,
  columnWidth,
} from '../../../shared/columns.ts';

/** The track of a column that nobody gave a width, and the least it takes. */
const tracks: Readonly<Record<ColumnId, readonly [track: string, least: number]>> = {
  time: ['60px', 60],
  client: ['138px', 138],
  tool: ['108px', 108],
  what: ['minmax(150px, 2fr)', 150],
  why: ['minmax(80px, 1.2fr)', 80],
  outcome: ['96px', 96],
  took: ['50px', 50],
  server: ['96px', 96],
  namespace: ['104px', 104],
  model: ['120px', 120],
  run: ['110px', 110],
};

const gap = 10;
const padding = 24;

/** How wide a column is before anybody drags it. */
export const usualWidth = (id: ColumnId): number => tracks[id][1];

/** The grid's tracks, and the width below which it scrolls sideways. */
export function templateOf(layout: ColumnLayout): {
  readonly columns: string;
  readonly least: number;
} {
  const columns = layout.map(({ id, width }) => (width === null ? tracks[id][0] : `${width}px`));
  const widths = layout.map(({ id, width }) => width ?? tracks[id][1]);
  const least = widths.reduce((sum, width) => sum + width, 0);
  return { columns: columns.join(' '), least: least + gap * (layout.length - 1) + padding };
}

export function resized(layout: ColumnLayout, id: ColumnId, width: number): ColumnLayout {
  const kept = Math.round(Math.min(columnWidth.most, Math.max(columnWidth.least, width)));
  return layout.map((column) => (column.id === id ? { id, width: kept } : column));
}

/** Back to the width that its kind needs. */
export function unsized(layout: ColumnLayout, id: ColumnId): ColumnLayout {
  return layout.map((column) => (column.id === id ? { id, width: null } : column));
}

/** Moves a shown column by so many places; at an end it stays. */
export function moved(layout: ColumnLayout, id: ColumnId, by: 1 | -1): ColumnLayout {
  const from = layout.findIndex((column) => column.id === id);
  const to = from + by;
  const column = layout[from];
  if (column === undefined || to < 0 || to >= layout.length) return layout;
  return layout.toSpliced(from, 1).toSpliced(to, 0, column);
}

/** Puts a column before another one: what a drag does. */
export function movedBefore(layout: ColumnLayout, id: ColumnId, before: ColumnId): ColumnLayout {
  const column = layout.find((candidate) => candidate.id === id);
  if (column === undefined || id === before) return layout;
  const rest = layout.filter((candidate) => candidate.id !== id);
  const at = rest.findIndex((candidate) => candidate.id === before);
  return at < 0 ? layout : rest.toSpliced(at, 0, column);
}

/** Shows a column at the end, or hides it. What was written is always shown. */
export function toggled(layout: ColumnLayout, id: ColumnId): ColumnLayout {
  if (!layout.some((column) => column.id === id)) return [...layout, { id, width: null }];
  return id === 'what' ? layout : layout.filter((column) => column.id !== id);
}

/** All columns as the chooser lists them: the shown ones in their order, then the others. */
export function listed(layout: ColumnLayout): readonly ColumnId[] {
  const shown = layout.map(({ id }) => id);
  return [...shown, ...columnIds.filter((id) => !shown.includes(id))];
}
