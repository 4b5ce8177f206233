/** Puts text on the clipboard; false where the system refused both ways. */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // The app denies permissions as a whole; a copy command inside a person's own click needs none.
    return copyBySelection(value);
  }
}

function copyBySelection(value: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = value;
  area.setAttribute('aria-hidden', 'true');
  area.className = 'visually-hidden';
  // Inside a modal dialog only its own content can take the focus.
  const host = before?.closest('[role="dialog"]') ?? document.body;
  host.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
