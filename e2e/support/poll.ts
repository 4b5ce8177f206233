import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks until there is an answer, every 25 ms. Gives the first value that is not undefined.
 * @throws Error that names what was waited for, after `deadlineMs`.
 */
export const until = async <T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  deadlineMs = 15_000,
): Promise<T> => {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`waited ${deadlineMs} ms for ${what}`);
    await delay(25);
  }
};
