import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

/** The connection and the effect of a write are filtered and counted by column, as its client and tool are. */
export const connectionsByColumn: Migration = {
  to: 12,
  reason: 'filters and counts by connection, and by read or write',
  up(db: WriteHandle) {
    db.run('DROP TABLE write_kinds');
    db.run(`CREATE TABLE write_kinds (
      kind INTEGER PRIMARY KEY,
      client_info TEXT NOT NULL,
      tool_name TEXT NOT NULL,
      server_name TEXT NOT NULL,
      namespace TEXT,
      outcome TEXT NOT NULL,
      client_id TEXT,
      effect TEXT NOT NULL
    )`);
    db.run(`CREATE INDEX write_kinds_by_value ON write_kinds
      (client_info, tool_name, server_name, namespace, outcome, client_id, effect)`);
    // Blocks are packed anew, in idle moments; until then the rows are asked.
    db.run('DELETE FROM write_blocks');
    db.run('DELETE FROM write_blocks_stale');
    db.run(`INSERT INTO ledger_facts VALUES ('blocks-packed-again', '1')
      ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1`);
    db.run('DROP TRIGGER write_blocks_changed');
    db.run(`CREATE TRIGGER write_blocks_changed AFTER UPDATE OF timestamp_ms, client_info, client_id,
      tool_name, server_name, namespace, success, finished_ms, error_kind, effect ON mcp_writes
      WHEN old.id <= (SELECT (max(block) + 1) * 2048 FROM write_blocks)
      BEGIN INSERT OR IGNORE INTO write_blocks_stale VALUES (old.id); END`);
  },
};
