import { type LedgerRow, ledgerColumns } from '../../../shared/ledger.ts';
import type { WriteHandle } from '../handles.ts';

const insert = `INSERT INTO mcp_writes (${ledgerColumns.join(', ')})
  VALUES (${ledgerColumns.map(() => '?').join(', ')})`;

/** Writes a whole row, with the id it carries. */
export function insertWrite(db: WriteHandle, row: LedgerRow): void {
  db.run(
    insert,
    ledgerColumns.map((column) => row[column]),
  );
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
