/** Chance that comes out the same each time: the sample looks alike on every machine and in every test. */
export interface Dice {
  /** In `[0, 1)`. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  one<T>(of: readonly T[]): T;
  /** True so often, of 1. */
  chance(of: number): boolean;
  /** So many hexadecimal digits. */
  hex(digits: number): string;
}

/** Mulberry32: small, fast, and random enough for made-up dates. */
export function createDice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    one(of) {
      const value = of[between(0, of.length - 1)];
      if (value === undefined) throw new Error('nothing to choose from');
      return value;
    },
    chance: (of) => next() < of,
    hex: (digits) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join(''),
  };
}
