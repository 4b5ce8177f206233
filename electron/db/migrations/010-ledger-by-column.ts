import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

/**
 * What a sum and a filter look at, packed by column: for each 2,048 ids one row with their times and kinds.
 * A million rows are then some 10 MB instead of 700, and no write pays for it: blocks are packed in idle
 * moments, and rows that are not packed yet are read as they are.
 */
export const ledgerByColumn: Migration = {
  to: 10,
  reason: 'sums and filters over millions of rows',
  up(db: WriteHandle) {
    // Each combination of values that occurs, once.
    db.run(`CREATE TABLE write_kinds (
      kind INTEGER PRIMARY KEY,
      client_info TEXT NOT NULL,
      tool_name TEXT NOT NULL,
      server_name TEXT NOT NULL,
      namespace TEXT,
      outcome TEXT NOT NULL
    )`);
    db.run(`CREATE INDEX write_kinds_by_value
      ON write_kinds (client_info, tool_name, server_name, namespace, outcome)`);
    // `kinds`: kind and how many rows of it, in pairs. `data`: see electron/db/columns/block.ts.
    db.run(`CREATE TABLE write_blocks (
      block INTEGER PRIMARY KEY,
      rows INTEGER NOT NULL,
      min_ms INTEGER NOT NULL,
      max_ms INTEGER NOT NULL,
      kinds BLOB NOT NULL,
      data BLOB NOT NULL
    )`);
    // Rows that changed after they were packed: read as they are until their block is packed again.
    db.run('CREATE TABLE write_blocks_stale (id INTEGER PRIMARY KEY)');
    // Triggers of changes, none of inserts: whoever changes a row, it is noticed, and a new row pays nothing.
    const packed = 'old.id <= (SELECT (max(block) + 1) * 2048 FROM write_blocks)';
    const note = 'BEGIN INSERT OR IGNORE INTO write_blocks_stale VALUES (old.id); END';
    db.run(`CREATE TRIGGER write_blocks_changed AFTER UPDATE OF timestamp_ms, client_info, tool_name,
      server_name, namespace, success, finished_ms, error_kind ON mcp_writes WHEN ${packed} ${note}`);
    db.run(`CREATE TRIGGER write_blocks_deleted AFTER DELETE ON mcp_writes WHEN ${packed} ${note}`);
  },
};
