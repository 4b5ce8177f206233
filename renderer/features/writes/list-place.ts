/** Where a list stands: what is loaded of it, and what of that is in view. Rows are counted, pixels only within what is loaded. */
export interface ListPlace {
  /** Matching rows; at least those that are known. */
  readonly total: number;
  /** Matching rows before the first loaded one. */
  readonly offset: number;
  readonly loaded: number;
  /** Rows that the view has room for. */
  readonly inView: number;
  readonly scrollTop: number;
  /** The farthest `scrollTop` within what is loaded. */
  readonly scrollEnd: number;
}

const within = (low: number, high: number, value: number): number =>
  Math.min(Math.max(low, high), Math.max(low, value));

/** Rows before the first one in view, with the part of it that is scrolled away. */
export function topPosition(place: ListPlace): number {
  const share = place.scrollEnd <= 0 ? 0 : within(0, 1, place.scrollTop / place.scrollEnd);
  return place.offset + share * Math.max(0, place.loaded - place.inView);
}

/** How far through the whole list the view is: 0 at the newest row, 1 where the oldest one is in view. */
export function shareOf(place: ListPlace): number {
  const room = place.total - place.inView;
  return room <= 0 ? 0 : within(0, 1, topPosition(place) / room);
}

/** Where a share of the whole list is: a `scrollTop` within what is loaded, or a row that is to be looked for. */
export function placeAt(
  place: ListPlace,
  share: number,
):
  | { readonly kind: 'here'; readonly scrollTop: number }
  | { readonly kind: 'row' | 'newest' | 'oldest'; readonly position: number } {
  const position = within(0, 1, share) * Math.max(0, place.total - place.inView);
  const span = Math.max(0, place.loaded - place.inView);
  const inside = position - place.offset;
  if (inside >= 0 && inside <= span) {
    return { kind: 'here', scrollTop: span === 0 ? 0 : (inside / span) * place.scrollEnd };
  }
  if (share <= 0) return { kind: 'newest', position };
  return { kind: share >= 1 ? 'oldest' : 'row', position: Math.round(position) };
}

/** The height of the thumb on a track so long, in pixels: what is in view of the whole, but large enough to hold. */
export function thumbLength(place: ListPlace, track: number): number {
  const share = place.total <= 0 ? 1 : Math.min(1, place.inView / place.total);
  return Math.min(track, Math.max(32, share * track));
}
