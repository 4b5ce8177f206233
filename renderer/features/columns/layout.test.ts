import { expect, test } from 'vitest';
import { columnLayoutSchema, shownColumns, usualColumns } from '../../../shared/columns.ts';
import { listed, moved, movedBefore, resized, templateOf, toggled, unsized } from './layout.ts';

const ids = (layout: typeof usualColumns) => layout.map(({ id }) => id).join(' ');

test('columns are hidden, shown, moved and sized, and what was written is always there', () => {
  let layout = toggled(usualColumns, 'why');
  layout = toggled(layout, 'namespace');
  layout = toggled(layout, 'what');
  layout = moved(layout, 'namespace', -1);
  expect(ids(layout)).toBe('time client tool what outcome namespace took');
  expect(ids(movedBefore(layout, 'took', 'time'))).toBe(
    'took time client tool what outcome namespace',
  );
  expect(moved(layout, 'time', -1)).toBe(layout);
  layout = resized(layout, 'tool', 7);
  expect(layout.find(({ id }) => id === 'tool')?.width).toBe(44);
  expect(unsized(layout, 'tool').find(({ id }) => id === 'tool')?.width).toBeNull();
  expect(listed(layout).slice(-4)).toEqual(['why', 'server', 'model', 'run']);
  expect(columnLayoutSchema.safeParse(layout).success).toBe(true);
});

test('a layout from elsewhere is mended: each column once, never without what was written', () => {
  const layout = shownColumns([
    { id: 'time', width: 90 },
    { id: 'time', width: null },
  ]);
  expect(layout).toEqual([
    { id: 'time', width: 90 },
    { id: 'what', width: null },
  ]);
  expect(shownColumns(null)).toBe(usualColumns);
});

test('the grid scrolls sideways below the sum of its columns', () => {
  expect(templateOf(resized(shownColumns([{ id: 'time', width: 90 }]), 'what', 300))).toEqual({
    columns: '90px 300px',
    least: 90 + 300 + 10 + 24,
  });
});
