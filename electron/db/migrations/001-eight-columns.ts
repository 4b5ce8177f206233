import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

const columns = [
  'id',
  'timestamp_ms',
  'client_info',
  'tool_name',
  'args_summary',
  'resulting_chunk_id',
  'success',
  'error_message',
];

/** Where a ledger starts: a new file gets the eight columns that older ledgers have, an old file has them. */
export const eightColumns: Migration = {
  to: 1,
  reason: 'the ledger as other programs know it',
  up(db: WriteHandle) {
    const found = db
      .all<{ name: string }>("SELECT name FROM pragma_table_info('mcp_writes')")
      .map((column) => column.name);
    if (found.length > 0) {
      if (found.toSorted().join() === columns.toSorted().join()) return;
      throw new Error(
        `its table mcp_writes has other columns than a ledger of this kind: ${found.join(', ')}`,
      );
    }
    db.run(`CREATE TABLE mcp_writes (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      timestamp_ms INTEGER NOT NULL,
      client_info TEXT NOT NULL,
      tool_name TEXT NOT NULL,
      args_summary TEXT,
      resulting_chunk_id TEXT,
      success INTEGER NOT NULL,
      error_message TEXT
    )`);
  },
};
