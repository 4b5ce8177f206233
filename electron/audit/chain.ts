import type { ReadHandle } from '../db/handles.ts';

export interface HighWater {
  readonly id: number;
  readonly row_hash: string | null;
}

export type ChainVerdict =
  | { readonly kind: 'whole'; readonly rows: number; readonly unchained: number }
  | { readonly kind: 'broken'; readonly first_broken_id: number; readonly why: string }
  /** The chain holds, but rows that were there at the last clean exit are gone. */
  | { readonly kind: 'shortened'; readonly expected_id: number; readonly why: string };

/** Recomputes every row's hash in id order, in short reads. `highWater` null: nothing to compare with. */
export function verifyChain(
  _db: ReadHandle,
  _highWater: HighWater | null,
  _onProgress?: (rows: number) => void,
): ChainVerdict {
  throw new Error('verifyChain: body follows');
}
