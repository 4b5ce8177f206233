/** Runs work with a signal that aborts with the given one, or with the link. */
export type WhileOpen = (
  given: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<void>,
) => Promise<void>;

/** Each exchange has a signal of its own: the link's would keep a listener of each for as long as it lives. */
export function createWhileOpen(over: AbortSignal): WhileOpen {
  const running = new Set<() => void>();
  over.addEventListener('abort', () => {
    for (const end of [...running]) end();
  });
  return async (given, work) => {
    const ended = new AbortController();
    const end = (): void => ended.abort();
    if (over.aborted || given?.aborted === true) end();
    given?.addEventListener('abort', end, { once: true });
    running.add(end);
    try {
      await work(ended.signal);
    } finally {
      running.delete(end);
      given?.removeEventListener('abort', end);
    }
  };
}
