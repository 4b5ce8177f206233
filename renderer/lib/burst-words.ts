import type { Burst } from '../../shared/burst.ts';
import { clientDisplayName } from '../../shared/client-names.ts';
import { burstsText as text } from '../text/bursts-text.ts';
import { count, duration, shortClock } from './format.ts';
import type { Zone } from './zone.ts';

/** How long a burst has gone on; one that goes on is measured up to `now`. */
export function burstLength(burst: Burst, now: number): number {
  return Math.max(1000, (burst.end_ms ?? now) - burst.start_ms);
}

/** "25 writes in 40 s". */
export function burstSize(burst: Burst, now: number): string {
  return text.size(count(burst.count), duration(burstLength(burst, now)));
}

export function burstClient(burst: Burst): string {
  return clientDisplayName(burst.client_info, burst.client_name);
}

/** "Cursor 22:08", for a chip. */
export function burstName(burst: Burst, zone: Zone): string {
  return `${burstClient(burst)} ${shortClock(burst.start_ms, zone)}`;
}
