import type { WriteFilter } from '../../../shared/filter.ts';
import { parseQuery } from '../../../shared/query/parse.ts';
import type { SavedView } from '../../../shared/views.ts';
import { sameFilter } from '../filters/filter-edits.ts';

export type Views = readonly SavedView[];

export const renamed = (views: Views, id: string, name: string): Views =>
  views.map((view) => (view.id === id ? { ...view, name } : view));

export const replaced = (views: Views, id: string, part: Pick<SavedView, 'query' | 'columns'>) =>
  views.map((view) => (view.id === id ? { ...view, ...part } : view));

export const removed = (views: Views, id: string): Views => views.filter((view) => view.id !== id);

/** Moves a view by one place; at an end it stays. */
export function movedView(views: Views, id: string, by: 1 | -1): Views {
  const from = views.findIndex((view) => view.id === id);
  const view = views[from];
  const to = from + by;
  if (view === undefined || to < 0 || to >= views.length) return views;
  return views.toSpliced(from, 1).toSpliced(to, 0, view);
}

/** True where a view's text asks for this filter, however it is written. */
export function asksFor(view: SavedView, filter: WriteFilter, now: number): boolean {
  return sameFilter(parseQuery(view.query, { now }).filter, filter);
}
