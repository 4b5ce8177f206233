/** Selected writes by id, and the one that a range starts from. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly from: number | null;
}

export const noSelection: Selection = { ids: new Set(), from: null };

export function selectOne(id: number): Selection {
  return { ids: new Set([id]), from: id };
}

export function toggleOne(selection: Selection, id: number): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, from: id };
}

/** Everything between the range's start and `id`, both included, in the order shown. */
export function selectTo(selection: Selection, id: number, shown: readonly number[]): Selection {
  const from = selection.from ?? id;
  const [a, b] = [shown.indexOf(from), shown.indexOf(id)];
  // The start may have left what is loaded; then the range starts anew.
  if (a < 0 || b < 0) return selectOne(id);
  return { ids: new Set(shown.slice(Math.min(a, b), Math.max(a, b) + 1)), from };
}

export function selectAll(shown: readonly number[]): Selection {
  return { ids: new Set(shown), from: shown[0] ?? null };
}
