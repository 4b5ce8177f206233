import type { RunItem } from './run-items.ts';

/** What a key does in the tree of runs. */
export type RunsAction =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'toggle'; readonly run: string; readonly open: boolean }
  | { readonly kind: 'open' }
  | { readonly kind: 'show-in-writes' }
  | { readonly kind: 'close' };

interface Place {
  readonly items: readonly RunItem[];
  /** Index of the item that the keyboard stands on; -1: on none. */
  readonly at: number;
  /** Lines that fit on the screen. */
  readonly page: number;
}

/** Null: the key is not the tree's. */
export function runsAction(key: string, { items, at, page }: Place): RunsAction | null {
  const item = items[at];
  const move = (to: number): RunsAction => ({
    kind: 'move',
    to: Math.max(0, Math.min(items.length - 1, to)),
  });
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return move(at + 1);
    case 'ArrowUp':
    case 'k':
      return move(at - 1);
    case 'PageDown':
      return move(at + page);
    case 'PageUp':
      return move(at - page);
    case 'Home':
      return move(0);
    case 'End':
      return move(items.length - 1);
    case 'ArrowRight':
      if (item?.kind !== 'run') return null;
      return item.open ? move(at + 1) : { kind: 'toggle', run: item.run.session_id, open: true };
    case 'ArrowLeft': {
      if (item === undefined) return null;
      if (item.kind === 'run') {
        return item.open ? { kind: 'toggle', run: item.run.session_id, open: false } : null;
      }
      return move(items.findLastIndex((above, index) => index < at && above.kind === 'run'));
    }
    case 'Enter':
    case ' ':
      return item === undefined ? null : { kind: 'open' };
    case 'w':
      return item === undefined ? null : { kind: 'show-in-writes' };
    case 'Escape':
      return { kind: 'close' };
    default:
      return null;
  }
}
