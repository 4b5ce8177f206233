import { startOfLocalDay } from '../../shared/time-range.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Widths that a person reads off an axis; beyond half a day they are whole calendar days. */
const shortSteps = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
];
const daySteps = [1, 2, 7, 14, 28, 91, 182, 364];
/** The times that a Date can hold, but for a day of room. */
const furthest = 8.64e15 - 24 * hour;

/** Edges of the bars; the first lies at or before `since`, the last at or after `until`. */
export interface Bars {
  readonly edges: readonly number[];
  /** A whole number of units fits between any two edges, in ms. */
  readonly unit: number;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

function edgesFrom(since: number, until: number, next: (n: number) => number, most: number) {
  const edges = [since];
  for (let n = 1; (edges.at(-1) ?? since) < until; n += 1) {
    if (edges.length > most) return null;
    edges.push(next(n));
  }
  return edges;
}

function withUnit(edges: readonly number[]): Bars {
  const unit = edges.slice(1).reduce((sum, edge, n) => gcd(sum, edge - (edges[n] ?? 0)), 0);
  return { edges, unit: Math.max(1, unit) };
}

/** Local days that `[since, until)` touches; a day of 23 or 25 hours is one. */
export function daysOver(since: number, until: number): Bars {
  const edges = [startOfLocalDay(since)];
  for (let n = 1; (edges.at(-1) ?? until) < until; n += 1) edges.push(startOfLocalDay(since, n));
  return withUnit(edges);
}

/**
 * At most `most` bars over `[since, until)`, as narrow as a readable width allows. Bars of a day and more
 * begin at local midnights, so that each day is in exactly one (case d04).
 */
export function barsOver(since: number, until: number, most: number): Bars {
  const first = Math.max(-furthest, since);
  const last = Math.min(furthest, until);
  if (first >= last) return { edges: [], unit: 1 };
  const midnight = startOfLocalDay(first);
  for (const step of shortSteps) {
    if ((last - first) / step > most) continue;
    const start = midnight + Math.floor((first - midnight) / step) * step;
    const edges = edgesFrom(start, last, (n) => start + n * step, most);
    if (edges !== null) return withUnit(edges);
  }
  for (const step of daySteps) {
    if ((last - first) / (25 * hour) / step > most) continue;
    const edges = edgesFrom(midnight, last, (n) => startOfLocalDay(midnight, n * step), most);
    if (edges !== null) return withUnit(edges);
  }
  const step = Math.ceil((last - first) / most);
  return withUnit(Array.from({ length: most + 1 }, (_, n) => first + n * step));
}
