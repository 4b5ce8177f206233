import { join } from 'node:path';
import { connectWriter, WriteConnection } from '../../electron/db/connection.ts';
import type { LedgerRow } from '../../shared/ledger.ts';

type OldRow = Pick<
  LedgerRow,
  | 'timestamp_ms'
  | 'client_info'
  | 'tool_name'
  | 'args_summary'
  | 'resulting_chunk_id'
  | 'success'
  | 'error_message'
>;

/**
 * Puts a ledger of the eight columns alone into `home`, as another program left it: the only way to
 * have writes of another week, since what comes in through MCP is of now.
 */
export const putOldLedger = (home: string, rows: readonly OldRow[]): void => {
  const db = new WriteConnection(connectWriter(join(home, 'inkwatch.db')));
  try {
    db.transaction(() => {
      db.run(`CREATE TABLE mcp_writes (id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp_ms INTEGER NOT NULL,
        client_info TEXT NOT NULL, tool_name TEXT NOT NULL, args_summary TEXT, resulting_chunk_id TEXT,
        success INTEGER NOT NULL, error_message TEXT)`);
      for (const row of rows) {
        db.run(
          `INSERT INTO mcp_writes (timestamp_ms, client_info, tool_name, args_summary, resulting_chunk_id, success, error_message)
           VALUES (:timestamp_ms, :client_info, :tool_name, :args_summary, :resulting_chunk_id, :success, :error_message)`,
          row,
        );
      }
    });
  } finally {
    db.close();
  }
};

/** A `memory.store` of `daysAgo` days ago. */
export const oldStore = (daysAgo: number, client_info: string, title: string): OldRow => ({
  timestamp_ms: Date.now() - daysAgo * 24 * 60 * 60 * 1000,
  client_info,
  tool_name: 'memory.store',
  args_summary: JSON.stringify({ title, namespace: 'notes', tag_count: 0 }),
  resulting_chunk_id: null,
  success: 1,
  error_message: null,
});
