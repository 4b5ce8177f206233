import type { Pushes } from '../../shared/ipc.ts';
import type { RecordedWrite } from '../audit/recorder.ts';

const pauseMs = 50;

/** Says that rows came: the first at once, then at most every 50 ms, so that a burst does not flood the window. */
export interface AppendedPulse {
  add(writes: readonly RecordedWrite[]): void;
  close(): void;
}

export function createAppendedPulse(
  emit: (appended: Pushes['writes:appended']) => void,
): AppendedPulse {
  let appended = 0;
  let newest_id = 0;
  let pause: NodeJS.Timeout | null = null;

  const beat = () => {
    pause = null;
    if (appended === 0) return;
    emit({ appended, newest_id });
    appended = 0;
    pause = setTimeout(beat, pauseMs);
    pause.unref();
  };
  return {
    add(writes) {
      appended += writes.length;
      for (const { id } of writes) newest_id = Math.max(newest_id, id);
      if (pause === null) beat();
    },
    close() {
      if (pause !== null) clearTimeout(pause);
      beat();
      if (pause !== null) clearTimeout(pause);
    },
  };
}
