import { type LedgerRow, ledgerColumns } from '../../../shared/ledger.ts';
import type { ReadHandle } from '../handles.ts';

/** A row with what its hash rests on. */
export interface ChainedRow extends LedgerRow {
  readonly row_form: 1 | 2;
  /** The hash of its later outcome; null: none came. */
  readonly outcome_hash: string | null;
}

/** An outcome that came after its row. */
export interface LaterOutcomeRow extends ChainedRow {
  readonly seq: number;
  readonly write_id: number;
}

const columns = ledgerColumns.map((column) => `mcp_writes.${column}`).join(', ');

/** The rows recorded after the one with this id, in the order of recording. */
export function chainedRowsAfter(db: ReadHandle, id: number, limit: number): readonly ChainedRow[] {
  return db.all(
    `SELECT ${columns}, row_form, write_outcomes.hash AS outcome_hash FROM mcp_writes
      LEFT JOIN write_outcomes ON row_form = 2 AND write_outcomes.write_id = mcp_writes.id
      WHERE mcp_writes.id > ? ORDER BY mcp_writes.id LIMIT ?`,
    [id, limit],
  );
}

/** Outcomes that came after their rows, in the order in which they came. */
export function laterOutcomesAfter(
  db: ReadHandle,
  seq: number,
  limit: number,
): readonly LaterOutcomeRow[] {
  return db.all(
    `SELECT ${columns}, row_form, hash AS outcome_hash, seq, write_id FROM write_outcomes
      LEFT JOIN mcp_writes ON mcp_writes.id = write_outcomes.write_id
      WHERE seq > ? ORDER BY seq LIMIT ?`,
    [seq, limit],
  );
}
