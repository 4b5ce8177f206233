import { expect, test, vi } from 'vitest';
import { createQuitter } from './quit.ts';

const quiet = { info: () => undefined, error: () => undefined };

test('g06: whoever asks and how often, it drains once and then exits', async () => {
  const drain = vi.fn(async () => undefined);
  const exit = vi.fn();
  const quitter = createQuitter({ drain, exit, deadlineMs: 5000, log: quiet });
  expect(quitter.quitting()).toBe(false);
  quitter.quit('menu');
  quitter.quit('SIGTERM');
  expect(quitter.quitting()).toBe(true);
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0));
  quitter.quit('again');
  expect(drain).toHaveBeenCalledTimes(1);
  expect(exit).toHaveBeenCalledTimes(1);
});

test('g06: a drain that hangs is cut at the deadline', async () => {
  const exit = vi.fn();
  const error = vi.fn();
  const quitter = createQuitter({
    drain: () => new Promise(() => undefined),
    exit,
    deadlineMs: 50,
    log: { ...quiet, error },
  });
  quitter.quit('menu');
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0));
  expect(error).toHaveBeenCalled();
});

test('a drain that fails, or an unexpected error, exits with a code that says so', async () => {
  const exit = vi.fn();
  const failing = createQuitter({
    drain: () => Promise.reject(new Error('disk gone')),
    exit,
    deadlineMs: 1000,
    log: quiet,
  });
  failing.quit('menu');
  await vi.waitFor(() => expect(exit).toHaveBeenLastCalledWith(1));
  const crashed = createQuitter({
    drain: async () => undefined,
    exit,
    deadlineMs: 1000,
    log: quiet,
  });
  crashed.quit('quit');
  crashed.quit('unexpected error', 3);
  await vi.waitFor(() => expect(exit).toHaveBeenLastCalledWith(3));
});
