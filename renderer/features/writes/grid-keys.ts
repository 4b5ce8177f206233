import type { MarkName } from '../../../shared/marks.ts';

/** What a key means in the grid. */
export type GridAction =
  | {
      readonly kind: 'move';
      readonly by: 'row' | 'page';
      readonly step: 1 | -1;
      readonly extend: boolean;
    }
  | { readonly kind: 'edge'; readonly to: 'newest' | 'oldest' }
  | { readonly kind: 'column'; readonly step: 1 | -1 }
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'select-all' }
  | { readonly kind: 'copy' }
  | { readonly kind: 'mark'; readonly mark: MarkName }
  | { readonly kind: 'comment' };

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly commandKey: boolean;
  readonly altKey: boolean;
}

/** The grid's keyboard; null: the key is not the grid's. */
export function gridAction(press: KeyPress): GridAction | null {
  if (press.altKey) return null;
  if (press.commandKey) return commandAction(press.key);
  switch (press.key) {
    case 'ArrowDown':
    case 'j':
      return { kind: 'move', by: 'row', step: 1, extend: press.shiftKey };
    case 'ArrowUp':
    case 'k':
      return { kind: 'move', by: 'row', step: -1, extend: press.shiftKey };
    case 'PageDown':
      return { kind: 'move', by: 'page', step: 1, extend: press.shiftKey };
    case 'PageUp':
      return { kind: 'move', by: 'page', step: -1, extend: press.shiftKey };
    case 'ArrowRight':
      return { kind: 'column', step: 1 };
    case 'ArrowLeft':
      return { kind: 'column', step: -1 };
    case 'Home':
      return { kind: 'edge', to: 'newest' };
    case 'End':
      return { kind: 'edge', to: 'oldest' };
    case 'Enter':
      return { kind: 'open' };
    case 'Escape':
      return { kind: 'close' };
    case ' ':
      return { kind: 'toggle' };
    case 'f':
      return { kind: 'mark', mark: 'flagged' };
    case 'r':
      return { kind: 'mark', mark: 'reviewed' };
    case 'c':
      return { kind: 'comment' };
    default:
      return null;
  }
}

function commandAction(key: string): GridAction | null {
  switch (key.toLowerCase()) {
    case 'a':
      return { kind: 'select-all' };
    case 'c':
      return { kind: 'copy' };
    case 'home':
      return { kind: 'edge', to: 'newest' };
    case 'end':
      return { kind: 'edge', to: 'oldest' };
    default:
      return null;
  }
}
