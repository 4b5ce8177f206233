import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connect.ts';

const everything = JSON.stringify({
  notifications: {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
  },
});
const pauses = { firstMs: 1000, longestMs: 60_000 } as const;

/** Asks a server of 2026-07-28 to tell what 2025 tells by itself. Many offer nothing to hear. */
export async function hearChanges(
  to: Connection,
  isCurrent: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  for (let pause: number = pauses.firstMs; isCurrent(); ) {
    const answer = await to.request('subscriptions/listen', everything, { timeoutMs: null });
    if (answer.kind === 'error' || answer.kind === 'failed') return;
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    pause = Math.min(pause * 2, pauses.longestMs);
  }
}
