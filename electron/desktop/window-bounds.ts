export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const minimumSize = { width: 900, height: 560 } as const;
const firstSize = { width: 1360, height: 860 } as const;

/** What `<home>/window.json` keeps. */
export interface SavedBounds extends Rectangle {
  readonly maximized: boolean;
}

/** Anything else in the file is as good as no file. By hand, since the window does not wait for a schema library. */
export function savedBoundsOf(value: unknown): SavedBounds | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = value as Readonly<Record<string, unknown>>;
  const whole = (name: string): number => {
    const number = found[name];
    return typeof number === 'number' && Number.isFinite(number) ? Math.round(number) : Number.NaN;
  };
  const place = { x: whole('x'), y: whole('y'), width: whole('width'), height: whole('height') };
  const { maximized = false } = found;
  if (Object.values(place).some(Number.isNaN) || typeof maximized !== 'boolean') return null;
  return { ...place, maximized };
}

/** Enough of a window's top edge to get hold of it with a mouse. */
const grip = { width: 120, height: 32 } as const;

function overlap(a: Rectangle, b: Rectangle): { width: number; height: number } {
  return {
    width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  };
}

/**
 * Where the window opens: where it was, if its top edge can still be reached on some display (a
 * display may be gone since), never larger than that display; else in the middle (null: let the system place it).
 */
export function placeWindow(
  saved: SavedBounds | null,
  workAreas: readonly Rectangle[],
): {
  readonly size: { width: number; height: number };
  readonly at: { x: number; y: number } | null;
} {
  const first = workAreas[0];
  const fit = (size: { width: number; height: number }, area: Rectangle | undefined) => ({
    width: Math.max(Math.min(size.width, area?.width ?? size.width), minimumSize.width),
    height: Math.max(Math.min(size.height, area?.height ?? size.height), minimumSize.height),
  });
  if (saved === null) return { size: fit(firstSize, first), at: null };
  const top = { ...saved, height: grip.height };
  const home = workAreas.find((area) => {
    const seen = overlap(top, area);
    return seen.width >= grip.width && seen.height >= grip.height / 2;
  });
  return home === undefined
    ? { size: fit(saved, first), at: null }
    : { size: fit(saved, home), at: { x: saved.x, y: saved.y } };
}
