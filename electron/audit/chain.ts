import type { LedgerRow } from '../../shared/ledger.ts';
import type { ReadHandle } from '../db/handles.ts';
import { compareWithHighWater, type HighWater } from '../db/high-water.ts';
import { noticedLosses } from '../db/history.ts';
import { rowsAfter } from '../db/readers/rows-after.ts';
import { rowHash } from './row-hash.ts';

export type ChainVerdict =
  | { readonly kind: 'whole'; readonly rows: number; readonly unchained: number }
  | { readonly kind: 'broken'; readonly first_broken_id: number; readonly why: string }
  /** The chain holds, but rows that were there at the last clean exit are gone. */
  | { readonly kind: 'shortened'; readonly expected_id: number; readonly why: string };

/** Rows per read: no read holds the log for long. */
const pageRows = 2_000;

interface Walk {
  readonly rows: number;
  readonly unchained: number;
  readonly broken: Extract<ChainVerdict, { kind: 'broken' }> | null;
}

/** Rows of an older ledger stand before the chain and carry no hash; after it began every row has one. */
function walk(db: ReadHandle, onProgress: ((rows: number) => void) | undefined): Walk {
  let rows = 0;
  let unchained = 0;
  let previous: string | null = null;
  let last = 0;
  for (;;) {
    const page: readonly LedgerRow[] = rowsAfter(db, last, pageRows);
    for (const row of page) {
      const why = faultOf(row, previous);
      if (why !== null) {
        return { rows, unchained, broken: { kind: 'broken', first_broken_id: row.id, why } };
      }
      if (row.row_hash === null) unchained += 1;
      previous = row.row_hash ?? previous;
      last = row.id;
      rows += 1;
    }
    onProgress?.(rows);
    if (page.length < pageRows) return { rows, unchained, broken: null };
  }
}

function faultOf(row: LedgerRow, previous: string | null): string | null {
  if (row.row_hash === null) {
    return previous === null ? null : 'It has no hash, though the chain had begun before it.';
  }
  if (row.row_hash === rowHash(previous ?? '', row)) return null;
  return 'It was changed after it was recorded, or a row right before it was changed, added or removed.';
}

/** Recomputes every row's hash in id order, in short reads. `highWater` null: nothing to compare with. */
export function verifyChain(
  db: ReadHandle,
  highWater: HighWater | null,
  onProgress?: (rows: number) => void,
): ChainVerdict {
  const { rows, unchained, broken } = walk(db, onProgress);
  if (broken !== null) return broken;
  const compared = highWater === null ? 'whole' : compareWithHighWater(db, highWater);
  if (highWater !== null && compared !== 'whole') {
    const why =
      compared === 'shorter'
        ? `Write ${highWater.id} had been recorded and is gone, with all that came after it.`
        : `Write ${highWater.id} is not the one that was recorded under this number.`;
    return { kind: 'shortened', expected_id: highWater.id, why };
  }
  const [loss] = noticedLosses(db);
  if (loss !== undefined) {
    const when = new Date(loss.noticed_ms).toISOString();
    const why = `Writes up to ${loss.expected_id} had been recorded, but the ledger ended at ${loss.found_id} when it was opened on ${when}.`;
    return { kind: 'shortened', expected_id: loss.expected_id, why };
  }
  return { kind: 'whole', rows, unchained };
}
