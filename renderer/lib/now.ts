import { useSyncExternalStore } from 'react';

const minute = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

const floor = (): number => Math.floor(Date.now() / minute) * minute;
let current = floor();

function tick(): void {
  // Checked every few seconds: a timer that slept with the machine would be late by the whole sleep.
  const next = floor();
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 5000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The current time, in steps of a minute: for "Today", "3 minutes ago" and sliding ranges. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => current);
}
