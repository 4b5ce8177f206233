import { randomBytes } from 'node:crypto';
import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

const ledger = `CREATE TABLE mcp_writes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  timestamp_ms INTEGER NOT NULL,
  client_info TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  args_summary TEXT,
  resulting_chunk_id TEXT,
  success INTEGER NOT NULL,
  error_message TEXT,
  server_name TEXT NOT NULL DEFAULT 'inkwatch',
  client_name TEXT,
  client_version TEXT,
  client_id TEXT,
  session_id TEXT,
  session_kind TEXT,
  turn_id TEXT,
  call_id TEXT,
  model TEXT,
  transport TEXT,
  protocol_version TEXT,
  namespace TEXT,
  reason TEXT,
  args_digest TEXT,
  error_kind TEXT,
  finished_ms INTEGER,
  elapsed_ms INTEGER,
  attempts INTEGER NOT NULL DEFAULT 1,
  repeats_id INTEGER,
  repeat_no INTEGER NOT NULL DEFAULT 1,
  reverts_id INTEGER,
  reverted_by_id INTEGER,
  row_hash TEXT
)`;

// Each index costs every write a page; each has a query that would sort or scan a million rows without it.
const indexes = [
  'CREATE INDEX mcp_writes_by_time ON mcp_writes (timestamp_ms)',
  'CREATE INDEX mcp_writes_by_client ON mcp_writes (client_info, timestamp_ms)',
  'CREATE INDEX mcp_writes_by_tool ON mcp_writes (tool_name, timestamp_ms)',
  'CREATE INDEX mcp_writes_by_namespace ON mcp_writes (namespace, timestamp_ms) WHERE namespace IS NOT NULL',
  `CREATE INDEX mcp_writes_not_succeeded ON mcp_writes (timestamp_ms)
     WHERE success = 0 OR finished_ms IS NULL`,
  `CREATE INDEX mcp_writes_by_run ON mcp_writes (session_id, timestamp_ms)
     WHERE session_id IS NOT NULL`,
  // 96 bits of the digest tell contents apart as well, in a third of the space.
  `CREATE INDEX mcp_writes_by_content ON mcp_writes (substr(args_digest, 1, 24), client_info)
     WHERE args_digest IS NOT NULL`,
];

/** The columns that runs, reasons, undo and the hash chain need; rows of an eight-column ledger come along. */
export const wholeLedger: Migration = {
  to: 2,
  reason: 'who, why, which run, what came of it, and the hash chain',
  up(db: WriteHandle) {
    const lastId = db.get<{ seq: number }>(
      "SELECT seq FROM sqlite_sequence WHERE name = 'mcp_writes'",
    )?.seq;
    db.run('ALTER TABLE mcp_writes RENAME TO mcp_writes_before');
    db.run(ledger);
    // An old row had its answer when it was written: without a finish its outcome would read as unknown.
    db.run(`INSERT INTO mcp_writes (id, timestamp_ms, client_info, tool_name, args_summary,
        resulting_chunk_id, success, error_message, namespace, finished_ms)
      SELECT id, timestamp_ms, client_info, tool_name, args_summary, resulting_chunk_id,
        success <> 0, error_message,
        CASE WHEN json_valid(args_summary) AND json_type(args_summary, '$.namespace') = 'text'
          THEN nullif(json_extract(args_summary, '$.namespace'), '') END,
        timestamp_ms
      FROM mcp_writes_before ORDER BY id`);
    db.run('DROP TABLE mcp_writes_before');
    for (const index of indexes) db.run(index);
    // Ids of rows that were deleted from the old table stay used.
    db.run("UPDATE sqlite_sequence SET seq = max(seq, coalesce(?, 0)) WHERE name = 'mcp_writes'", [
      lastId ?? null,
    ]);
    // Small facts of this file: the digest key, what was noticed about its history.
    db.run('CREATE TABLE ledger_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
    db.run("INSERT INTO ledger_facts VALUES ('digest-key', ?)", [randomBytes(32).toString('hex')]);
  },
};
