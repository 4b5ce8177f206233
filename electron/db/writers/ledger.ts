import { type LedgerRow, ledgerColumns } from '../../../shared/ledger.ts';
import type { WriteHandle } from '../handles.ts';

const insert = `INSERT INTO mcp_writes (${ledgerColumns.join(', ')}, row_form)
  VALUES (${ledgerColumns.map(() => '?').join(', ')}, ?)`;

/** Writes a whole row, with the id it carries. Form 2: its outcome comes later. */
export function insertWrite(db: WriteHandle, row: LedgerRow, form: 1 | 2 = 1): void {
  db.run(insert, [...ledgerColumns.map((column) => row[column]), form]);
}

type Outcome = Pick<
  LedgerRow,
  'resulting_chunk_id' | 'success' | 'error_message' | 'error_kind' | 'finished_ms' | 'elapsed_ms'
>;

/** Fills in the outcome of a row that waits for it. @returns false: no row waits under this id */
export function fillOutcome(db: WriteHandle, id: number, outcome: Outcome): boolean {
  const { changes } = db.run(
    `UPDATE mcp_writes SET resulting_chunk_id = ?, success = ?, error_message = ?, error_kind = ?,
        finished_ms = ?, elapsed_ms = ?
      WHERE id = ? AND row_form = 2
        AND NOT EXISTS (SELECT 1 FROM write_outcomes WHERE write_id = mcp_writes.id)`,
    [
      outcome.resulting_chunk_id,
      outcome.success,
      outcome.error_message,
      outcome.error_kind,
      outcome.finished_ms,
      outcome.elapsed_ms,
      id,
    ],
  );
  return changes === 1;
}

/** The hash that the next outcome joins on to; null: none came later yet. */
export function newestOutcomeHash(db: WriteHandle): string | null {
  return (
    db.get<{ hash: string }>('SELECT hash FROM write_outcomes ORDER BY seq DESC LIMIT 1')?.hash ??
    null
  );
}

export function insertOutcomeHash(db: WriteHandle, writeId: number, hash: string): void {
  db.run('INSERT INTO write_outcomes (write_id, hash) VALUES (?, ?)', [writeId, hash]);
}

/** What the next row joins on to. */
export interface LedgerHead {
  readonly next_id: number;
  /** Hash of the newest chained row; null: none. */
  readonly row_hash: string | null;
  /** Hex. */
  readonly digest_key: string;
}

/** Inside the transaction that inserts: nobody else can take `next_id` meanwhile. */
export function ledgerHead(db: WriteHandle): LedgerHead {
  const head = db.get<LedgerHead>(`SELECT
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'mcp_writes'), 0) + 1 AS next_id,
    (SELECT row_hash FROM mcp_writes ORDER BY id DESC LIMIT 1) AS row_hash,
    (SELECT value FROM ledger_facts WHERE name = 'digest-key') AS digest_key`);
  if (head === undefined) throw new Error('the ledger has no head');
  return head;
}

/** The newest row with the same content by the same client through the same tool. */
export function newestWithContent(
  db: WriteHandle,
  write: Pick<LedgerRow, 'args_digest' | 'client_info' | 'tool_name'>,
): Pick<LedgerRow, 'id' | 'repeats_id' | 'repeat_no'> | undefined {
  const digest = write.args_digest;
  if (digest === null) return undefined;
  return db.get(
    `SELECT id, repeats_id, repeat_no FROM mcp_writes INDEXED BY mcp_writes_by_content
      WHERE substr(args_digest, 1, 24) = ? AND client_info = ? AND tool_name = ? AND args_digest = ?
      ORDER BY id DESC LIMIT 1`,
    [digest.slice(0, 24), write.client_info, write.tool_name, digest],
  );
}

export function addAttempt(db: WriteHandle, id: number): void {
  db.run('UPDATE mcp_writes SET attempts = attempts + 1 WHERE id = ?', [id]);
}

export function markReverted(db: WriteHandle, id: number, byId: number): void {
  db.run('UPDATE mcp_writes SET reverted_by_id = ? WHERE id = ?', [byId, id]);
}
