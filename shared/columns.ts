import { z } from 'zod';

/** The grid's columns, in their own order. */
export const columnIds = [
  'time',
  'client',
  'tool',
  'what',
  'why',
  'outcome',
  'took',
  'server',
  'namespace',
  'model',
  'run',
] as const;
export type ColumnId = (typeof columnIds)[number];

/** What is shown when nobody chose. */
const usual: readonly ColumnId[] = ['time', 'client', 'tool', 'what', 'why', 'outcome', 'took'];

export const columnWidth = { least: 44, most: 1200 } as const;

/** Shown columns in order; a width in pixels, or null: as wide as the column's kind needs. */
export const columnLayoutSchema = z
  .array(
    z.strictObject({
      id: z.enum(columnIds),
      width: z.int().min(columnWidth.least).max(columnWidth.most).nullable(),
    }),
  )
  .max(columnIds.length);
export type ColumnLayout = z.infer<typeof columnLayoutSchema>;

export const usualColumns: ColumnLayout = usual.map((id) => ({ id, width: null }));

/** A layout that can be shown: each column once, and never without what was written. Null: the usual one. */
export function shownColumns(layout: ColumnLayout | null): ColumnLayout {
  if (layout === null) return usualColumns;
  const once = layout.filter(
    (column, at) => layout.findIndex((other) => other.id === column.id) === at,
  );
  return once.some((column) => column.id === 'what')
    ? once
    : [...once, { id: 'what', width: null }];
}
