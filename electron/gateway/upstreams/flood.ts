const windowMs = 1000;

/** Counts in windows of one second. */
export interface Flood {
  /** What came in this second, with this. */
  add(amount: number): number;
  /** Milliseconds until the next second. */
  restMs(): number;
}

export function createFlood(clock: () => number = () => performance.now()): Flood {
  let since = clock();
  let sum = 0;
  return {
    add(amount) {
      const now = clock();
      if (now - since >= windowMs) {
        since = now;
        sum = 0;
      }
      sum += amount;
      return sum;
    },
    restMs: () => Math.max(1, since + windowMs - clock()),
  };
}
