import type { LedgerRow } from '../../../shared/ledger.ts';
import type { ReadHandle } from '../handles.ts';

/** The rows of a short run, oldest first. */
export function rowsOfRun(db: ReadHandle, sessionId: string): readonly LedgerRow[] {
  return db.all<LedgerRow>(
    `SELECT * FROM mcp_writes INDEXED BY mcp_writes_by_run
      WHERE session_id = ? ORDER BY timestamp_ms, id LIMIT 10`,
    [sessionId],
  );
}
