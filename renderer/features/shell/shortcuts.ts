/** What a key means anywhere in the window. */
export type Shortcut = 'search' | 'time' | 'export' | 'sheet' | 'back' | 'forward' | 'palette';

export interface ShortcutPress {
  readonly key: string;
  readonly shiftKey: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly commandKey: boolean;
  readonly altKey: boolean;
  /** True while a text is being written: letters are letters there, and Ctrl+Z undoes typing. */
  readonly typing: boolean;
}

/** The shortcut of a key; null: it is none. */
export function shortcutOf(press: ShortcutPress): Shortcut | null {
  // Also out of a text: nothing that is written there has this key.
  if (press.commandKey && !press.altKey && !press.shiftKey && press.key.toLowerCase() === 'k') {
    return 'palette';
  }
  if (press.typing) return null;
  if (press.altKey) {
    if (press.commandKey || press.shiftKey) return null;
    return press.key === 'ArrowLeft' ? 'back' : press.key === 'ArrowRight' ? 'forward' : null;
  }
  if (press.commandKey) {
    const key = press.key.toLowerCase();
    if (key === 'z') return press.shiftKey ? 'forward' : 'back';
    return key === 'y' && !press.shiftKey ? 'forward' : null;
  }
  switch (press.key) {
    case '/':
      return 'search';
    case 't':
      return 'time';
    case 'e':
      return 'export';
    case '?':
      return 'sheet';
    default:
      return null;
  }
}
