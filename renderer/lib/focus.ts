import { writesText } from '../text/writes-text.ts';

/** Elements that shortcuts jump to. */
export const inputIds = { search: 'search-writes' } as const;

export function focusSearch(): void {
  const input = document.getElementById(inputIds.search);
  if (!(input instanceof HTMLInputElement)) return;
  input.focus();
  input.select();
}

export function focusGrid(): void {
  document.querySelector<HTMLElement>(`[role="grid"][aria-label="${writesText.grid}"]`)?.focus();
}
