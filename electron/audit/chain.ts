import type { ReadHandle } from '../db/handles.ts';
import { compareWithHighWater, type HighWater } from '../db/high-water.ts';
import { noticedLosses } from '../db/history.ts';
import {
  type ChainedRow,
  chainedRowsAfter,
  laterOutcomesAfter,
} from '../db/readers/chained-rows.ts';
import { outcomeHash, rowHash } from './row-hash.ts';

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
    const page = chainedRowsAfter(db, last, pageRows);
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

function faultOf(row: ChainedRow, previous: string | null): string | null {
  if (row.row_hash === null) {
    return previous === null ? null : 'It has no hash, though the chain had begun before it.';
  }
  if (row.row_hash === rowHash(previous ?? '', row, row.row_form)) {
    const bare = row.row_form === 2 && row.outcome_hash === null;
    return bare && (row.finished_ms !== null || row.error_message !== null)
      ? 'It has an outcome that nobody recorded.'
      : null;
  }
  return 'It was changed after it was recorded, or a row right before it was changed, added or removed.';
}

/** Walks the outcomes that came later, in the order in which they came. */
function brokenOutcome(db: ReadHandle): Walk['broken'] {
  let previous = '';
  let last = 0;
  for (;;) {
    const page = laterOutcomesAfter(db, last, pageRows);
    for (const row of page) {
      const hash = outcomeHash(previous, row.write_id, row);
      if (row.outcome_hash !== hash) {
        const why =
          'Its outcome was changed after it was recorded, or an outcome recorded right before it was.';
        return { kind: 'broken', first_broken_id: row.write_id, why };
      }
      previous = hash;
      last = row.seq;
    }
    if (page.length < pageRows) return null;
  }
}

/** Recomputes every row's hash in id order, in short reads. `highWater` null: nothing to compare with. */
export function verifyChain(
  db: ReadHandle,
  highWater: HighWater | null,
  onProgress?: (rows: number) => void,
): ChainVerdict {
  const { rows, unchained, broken } = walk(db, onProgress);
  if (broken !== null) return broken;
  const changedOutcome = brokenOutcome(db);
  if (changedOutcome !== null) return changedOutcome;
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
