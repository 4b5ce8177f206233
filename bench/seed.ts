import { join } from 'node:path';
import { connectWriter, WriteConnection } from '../electron/db/connection.ts';
import { indexMemory, indexWrites } from '../electron/db/search-index.ts';
import { startInkwatch } from './servers.ts';

// Straight into the tables, since a million calls would take half an hour. Only for measuring: the
// rows carry no hash of the chain, as rows from before the chain do.

const counting =
  'WITH RECURSIVE step(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM step WHERE i < :rows)';
const one = (values: readonly string[], by: string): string =>
  `CASE ${by} ${values.map((value, index) => `WHEN ${index} THEN '${value}'`).join(' ')} END`;

const clients = ['mcp:claude-ai', 'mcp:claude-code', 'mcp:cursor-vscode', 'mcp:codex-mcp-client'];
const tools = ['memory.store', 'memory.note', 'tree.tag'];
const namespaces = ['work', 'notes', 'recipes', 'home', 'bench'];

// Ninety days of writes, oldest first; two of a hundred failed; runs of some forty writes.
const writes = `INSERT INTO mcp_writes (timestamp_ms, client_info, client_name, client_version, client_id,
    tool_name, args_summary, resulting_chunk_id, success, error_kind, error_message, session_id,
    session_kind, call_id, transport, namespace, reason, args_digest, finished_ms, elapsed_ms)
  ${counting}
  SELECT :start + i * :gap, ${one(clients, 'i % 4')}, ${one(clients, 'i % 4')}, '1.0.' || (i % 9), 'main',
    ${one(tools, 'i % 3')}, '{"title":"Seeded note ' || i || '","namespace":"' || ${one(namespaces, 'i % 5')} || '","tag_count":2}',
    CASE WHEN i % 50 = 0 THEN NULL ELSE 'd' || (1 + i / 3) || '-seed' END,
    i % 50 <> 0, CASE WHEN i % 50 = 0 THEN 'tool' END, CASE WHEN i % 50 = 0 THEN 'there is no such chunk' END,
    'run-' || (i / 40), 'transport', 'call-' || i, 'http', ${one(namespaces, 'i % 5')},
    'the user asked to keep note ' || i, lower(hex(randomblob(32))), :start + i * :gap + 2, 2
  FROM step`;

const documents = `INSERT INTO memory_documents (suffix, title_key, namespace, title, version, tags, created_ms, updated_ms)
  ${counting}
  SELECT 'seed', randomblob(16), ${one(namespaces, 'i % 5')}, 'Seeded note ' || i, 1, '["a","b"]',
    :start + i * :gap, :start + i * :gap
  FROM step`;

const versions = `INSERT INTO memory_versions (document, version, created_ms, content)
  SELECT id, 1, created_ms, 'The launch moved to the tenth, the risk is looked at again each Thursday. Note ' || id
  FROM memory_documents`;

/** Makes a home whose ledger has `rows` writes, and a third as many documents. */
export const seedLedger = async (home: string, rows: number): Promise<void> => {
  // The program makes its own tables; here they are only filled.
  await (await startInkwatch(home)).stop();
  const db = new WriteConnection(connectWriter(join(home, 'inkwatch.db')));
  const days = 90 * 24 * 60 * 60 * 1000;
  const start = Date.now() - days;
  try {
    db.transaction(() => {
      db.run(writes, { rows, start, gap: Math.floor(days / rows) });
      const third = Math.ceil(rows / 3);
      db.run(documents, { rows: third, start, gap: Math.floor(days / third) });
      db.run(versions);
      // Else the program would fill its search indexes in the pauses of what is measured.
      while (indexWrites(db, 5_000) + indexMemory(db, 5_000) > 0);
    });
  } finally {
    db.close();
  }
};
