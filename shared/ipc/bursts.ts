import { z } from 'zod';
import type { Burst } from '../burst.ts';

export const burstsRequests = {
  'bursts:list': z.strictObject({ limit: z.int().min(1).max(200) }),
  'bursts:seen': z.strictObject({ ids: z.array(z.int().positive()).max(200) }),
} as const satisfies Record<string, z.ZodType>;

export interface BurstsResults {
  'bursts:list': readonly Burst[];
  'bursts:seen': null;
}

export interface BurstsPushes {
  /** A burst began, grew tenfold, or ended. */
  'bursts:changed': Burst;
}

export interface BurstsApi {
  list(limit: number): Promise<readonly Burst[]>;
  seen(ids: readonly number[]): Promise<null>;
  onChanged(listener: (burst: Burst) => void): () => void;
}
