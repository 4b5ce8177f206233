import type { ReadHandle, WriteHandle } from './handles.ts';
import type { HighWater } from './high-water.ts';
import { compareWithHighWater, newestRow } from './high-water.ts';

/** A loss that an opening noticed; it stays in the ledger, so that `verify` keeps telling it. */
export interface HistoryLoss {
  /** The newest row that was known outside the file. */
  readonly expected_id: number;
  /** The newest row that the file held. */
  readonly found_id: number;
  readonly noticed_ms: number;
}

const factPrefix = 'history-loss:';

/**
 * Compares the ledger with the mark kept outside it. What is missing is noted in the ledger, and its ids
 * stay used, so that an old export never shares an id with a new row. Null: nothing is missing.
 */
export function noticeLoss(db: WriteHandle, mark: HighWater | null, now: Date): string | null {
  if (mark === null) return null;
  const verdict = compareWithHighWater(db, mark);
  if (verdict === 'whole') return null;
  const found = newestRow(db);
  const loss: HistoryLoss = {
    expected_id: mark.id,
    found_id: found.id,
    noticed_ms: now.getTime(),
  };
  db.transaction(() => {
    db.run('INSERT OR REPLACE INTO ledger_facts VALUES (?, ?)', [
      `${factPrefix}${loss.noticed_ms}`,
      JSON.stringify(loss),
    ]);
    const known = db.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'mcp_writes'", [
      mark.id,
    ]);
    if (known.changes === 0) {
      db.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('mcp_writes', ?)", [mark.id]);
    }
  });
  return verdict === 'shorter'
    ? `The ledger ends at write ${found.id}, but write ${mark.id} had been recorded: rows are missing. Was the file restored from an older copy, or copied without its -wal file?`
    : `Write ${mark.id} is not the one that was recorded under this number: the ledger was exchanged or changed from outside.`;
}

/** Losses that were noticed at an opening, oldest first. */
export function noticedLosses(db: ReadHandle): readonly HistoryLoss[] {
  return db
    .all<{ value: string }>(
      `SELECT value FROM ledger_facts WHERE name >= '${factPrefix}' AND name < '${factPrefix}~' ORDER BY name`,
    )
    .map((fact) => JSON.parse(fact.value) as HistoryLoss);
}
