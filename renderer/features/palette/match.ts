/** How well a name fits what was typed: smaller is better; null: not at all. */
export function rankOf(name: string, typed: string): number | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = name.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const rank = wordRank(lower, word);
    if (rank === null) return null;
    sum += rank;
  }
  return sum;
}

function wordRank(name: string, word: string): number | null {
  const at = name.indexOf(word);
  if (at === 0) return 0;
  if (at > 0) return /[\p{L}\p{N}]/u.test(name[at - 1] ?? '') ? 2 : 1;
  return inOrder(name, word) ? 4 : null;
}

/** True where all letters occur one after the other, the first of them at the beginning of a word. */
function inOrder(name: string, word: string): boolean {
  let from = name.search(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word.slice(0, 1))}`, 'u'));
  if (from < 0) return false;
  for (const letter of word) {
    const at = name.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** What fits, best first; equal ones stay in their order. */
export function fitting<Item extends { readonly name: string }>(
  items: readonly Item[],
  typed: string,
): readonly Item[] {
  return items
    .map((item) => ({ item, rank: rankOf(item.name, typed) }))
    .filter((found): found is { item: Item; rank: number } => found.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
