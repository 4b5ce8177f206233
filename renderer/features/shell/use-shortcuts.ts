import { useEffect } from 'react';
import { focusSearch } from '../../lib/focus.ts';
import { useExport } from '../export/export-store.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useTimePicker } from '../filters/time-picker-store.ts';
import { usePalette } from '../palette/palette-store.ts';
import { useShell } from './shell-store.ts';
import { shortcutOf } from './shortcuts.ts';
import { useOpenExport } from './use-open-export.ts';

/** The keys that work wherever the focus is, unless something modal or a text has it. */
export function useShortcuts(): void {
  const openExport = useOpenExport();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const typing =
        target instanceof HTMLElement &&
        target.closest(
          'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable]',
        ) !== null;
      const modal =
        document.querySelector(':is([role="dialog"], [role="menu"])[data-state="open"]') !== null;
      const shortcut = shortcutOf({
        key: event.key,
        shiftKey: event.shiftKey,
        commandKey: event.ctrlKey || event.metaKey,
        altKey: event.altKey,
        typing,
      });
      if (shortcut === null || modal || event.defaultPrevented) return;
      event.preventDefault();
      const { page, setPage, setSheet } = useShell.getState();
      if (shortcut === 'sheet') setSheet(true);
      else if (shortcut === 'palette') usePalette.getState().setOpen(true);
      else {
        const searches = page === 'writes' || (page === 'runs' && shortcut !== 'export');
        // At once where it can be: the letters after the key are meant for what it focuses.
        if (searches) {
          run(shortcut);
          return;
        }
        setPage('writes');
        // The page has to be there before its parts can take the focus.
        requestAnimationFrame(() => run(shortcut));
      }
    };
    const run = (shortcut: 'search' | 'time' | 'export' | 'back' | 'forward') => {
      switch (shortcut) {
        case 'search':
          focusSearch();
          break;
        case 'time':
          useTimePicker.getState().setOpen(true);
          break;
        case 'export':
          if (useExport.getState().frozen === null) openExport();
          break;
        case 'back':
          useFilter.getState().back();
          break;
        case 'forward':
          useFilter.getState().forward();
          break;
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [openExport]);
}
