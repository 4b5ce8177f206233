import { expect, test } from 'vitest';
import { emptyFilter } from '../../../shared/filter.ts';
import { asksFor, movedView, removed, renamed, replaced } from './view-edits.ts';

const view = (id: string, query = '') => ({ id, name: id, query, columns: null });
const views = ['a', 'b', 'c'].map((id) => view(id));
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join('');

test('views are renamed, moved, replaced and removed, each time as a list of its own', () => {
  expect(names(renamed(views, 'b', 'x'))).toBe('axc');
  expect(names(movedView(views, 'c', -1))).toBe('acb');
  expect(movedView(views, 'c', 1)).toBe(views);
  expect(names(removed(views, 'a'))).toBe('bc');
  expect(replaced(views, 'a', { query: 'is:failed', columns: null })[0]?.query).toBe('is:failed');
  expect(names(views)).toBe('abc');
});

test('a view is the one that is shown when it means the same, in whatever order it was written', () => {
  const filter = {
    ...emptyFilter,
    tool: { only: ['memory.note', 'memory.store'], hide: [] },
    mark: { only: [], hide: ['reviewed' as const] },
  };
  expect(asksFor(view('a', '-is:reviewed tool:memory.store tool:memory.note'), filter, 0)).toBe(
    true,
  );
  expect(asksFor(view('a', 'tool:memory.store'), filter, 0)).toBe(false);
});
