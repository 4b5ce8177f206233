import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

/**
 * Full-text indexes, filled in idle moments up to `search_progress`. Neither keeps a copy of the text;
 * the ledger's holds only which rows have which three characters, and every hit is compared with its row.
 */
export const searchIndexes: Migration = {
  to: 5,
  reason: 'free text in ledger and memory',
  up(db: WriteHandle) {
    db.run(`CREATE VIRTUAL TABLE mcp_writes_search USING fts5(
      text, content = '', columnsize = 0, detail = none, tokenize = 'trigram')`);
    db.run(`CREATE VIRTUAL TABLE memory_search USING fts5(
      title, content, notes, tags, content = '', contentless_delete = 1, tokenize = 'unicode61')`);
    // The indexes' own pages fit into the file's of 2,048 bytes.
    for (const table of ['mcp_writes_search', 'memory_search']) {
      db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('pgsz', 2000)`);
    }
    db.run('CREATE TABLE search_progress (name TEXT PRIMARY KEY, upto INTEGER NOT NULL)');
    db.run(`INSERT INTO search_progress VALUES
      ('writes', 0), ('memory_versions', 0), ('memory_notes', 0), ('memory_tag_changes', 0)`);
  },
};
