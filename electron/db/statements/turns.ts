/** Who may work now: few at a time, not all for one owner, one at a time under a lock. */
export interface Turns<Job extends { readonly signal: AbortSignal | null }> {
  /** Resolves when it is the job's turn, or when it will not be. */
  take(job: Job): Promise<Turn>;
  /** Refuses all that wait. */
  close(): void;
}

export type Turn =
  | { readonly kind: 'now'; readonly done: () => void }
  | { readonly kind: 'refused'; readonly why: 'cancelled' | 'crowded' | 'waited' | 'quit' };

export interface TurnsOptions<Job> {
  /** At once. */
  readonly processes: number;
  readonly perOwner: number;
  /** That one owner may have waiting. */
  readonly waiting: number;
  readonly waitMs: number;
  readonly ownerOf: (job: Job) => string;
  /** Jobs with the same lock run one after the other; null: none. */
  readonly lockOf: (job: Job) => string | null;
}

interface Waiting<Job> {
  readonly job: Job;
  readonly begin: () => void;
  readonly refuse: (why: Extract<Turn, { kind: 'refused' }>['why']) => void;
}

export function createTurns<Job extends { readonly signal: AbortSignal | null }>(
  options: TurnsOptions<Job>,
): Turns<Job> {
  const { ownerOf, lockOf } = options;
  // In order of their last turn: who had none for longest comes first.
  const waiting = new Map<string, Waiting<Job>[]>();
  const running = new Map<string, number>();
  const locks = new Set<string>();
  let now = 0;

  const isFree = (job: Job): boolean => {
    const lock = lockOf(job);
    return lock === null || !locks.has(lock);
  };

  const next = (): void => {
    while (now < options.processes) {
      const found = [...waiting].find(
        ([owner, line]) =>
          (running.get(owner) ?? 0) < options.perOwner && line.some(({ job }) => isFree(job)),
      );
      if (found === undefined) return;
      const [owner, line] = found;
      const at = line.findIndex(({ job }) => isFree(job));
      const [chosen] = line.splice(at, 1);
      // To the end of the row of owners.
      waiting.delete(owner);
      if (line.length > 0) waiting.set(owner, line);
      chosen?.begin();
    }
  };

  const begin = (job: Job): (() => void) => {
    const owner = ownerOf(job);
    const lock = lockOf(job);
    now += 1;
    running.set(owner, (running.get(owner) ?? 0) + 1);
    if (lock !== null) locks.add(lock);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      now -= 1;
      const left = (running.get(owner) ?? 1) - 1;
      if (left === 0) running.delete(owner);
      else running.set(owner, left);
      if (lock !== null) locks.delete(lock);
      next();
    };
  };

  return {
    take(job) {
      const owner = ownerOf(job);
      const line = waiting.get(owner) ?? [];
      if (job.signal?.aborted) return Promise.resolve({ kind: 'refused', why: 'cancelled' });
      if (line.length >= options.waiting) {
        return Promise.resolve({ kind: 'refused', why: 'crowded' });
      }
      return new Promise((resolve) => {
        const end = (turn: Turn) => {
          clearTimeout(timer);
          job.signal?.removeEventListener('abort', cancel);
          resolve(turn);
        };
        const one: Waiting<Job> = {
          job,
          begin: () => end({ kind: 'now', done: begin(job) }),
          refuse: (why) => {
            const now = waiting.get(owner)?.filter((other) => other !== one) ?? [];
            if (now.length === 0) waiting.delete(owner);
            else waiting.set(owner, now);
            end({ kind: 'refused', why });
          },
        };
        const cancel = () => one.refuse('cancelled');
        const timer = setTimeout(() => one.refuse('waited'), options.waitMs);
        job.signal?.addEventListener('abort', cancel, { once: true });
        waiting.set(owner, [...line, one]);
        next();
      });
    },
    close() {
      for (const line of [...waiting.values()]) for (const one of line) one.refuse('quit');
    },
  };
}
