import type { Pushes } from '../../shared/ipc.ts';

const pauseMs = 50;
const mostIds = 500;

/** Says which rows got their outcome, at most every 50 ms. */
export interface SettledPulse {
  add(id: number): void;
  close(): void;
}

export function createSettledPulse(
  emit: (settled: Pushes['writes:settled']) => void,
): SettledPulse {
  let ids: number[] = [];
  let timer: NodeJS.Timeout | null = null;
  const beat = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const settled = ids;
    ids = [];
    if (settled.length > 0) emit({ ids: settled });
  };
  return {
    add(id) {
      ids.push(id);
      if (ids.length >= mostIds) return beat();
      timer ??= setTimeout(beat, pauseMs);
    },
    close: beat,
  };
}
