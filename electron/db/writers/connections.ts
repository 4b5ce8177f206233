import type { WriteHandle } from '../handles.ts';
import type { ConnectionRow } from '../readers/connections.ts';

/** Stores connections as they are now. One that a replaced ledger file lost comes back with it. */
export function saveConnections(db: WriteHandle, rows: readonly ConnectionRow[]): void {
  db.transaction(() => {
    for (const row of rows) {
      db.run(
        `INSERT OR REPLACE INTO connections (client_id, name, token_hash, created_ms, last_seen_ms,
            revoked_ms, paused_ms, pinned_namespace, writes_per_hour)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          row.client_id,
          row.name,
          row.token_hash,
          row.created_ms,
          row.last_seen_ms,
          row.revoked_ms,
          row.paused_ms,
          row.pinned_namespace,
          row.writes_per_hour,
        ],
      );
    }
  });
}
