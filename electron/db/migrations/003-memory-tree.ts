import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

const tables = [
  // The document's id is 'd<id>-<suffix>'. `title_key` is half a SHA-256 of namespace and title, so that a
  // title of any length costs the index 16 bytes.
  `CREATE TABLE memory_documents (
    id INTEGER PRIMARY KEY,
    suffix TEXT NOT NULL,
    title_key BLOB NOT NULL,
    namespace TEXT NOT NULL,
    title TEXT NOT NULL,
    version INTEGER NOT NULL,
    tags TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    deleted_ms INTEGER
  )`,
  'CREATE UNIQUE INDEX memory_documents_by_title ON memory_documents (title_key)',
  // Long texts come last in a row: what stands behind them is read through all of their pages.
  // A version without content is the document taken back by an undo.
  `CREATE TABLE memory_versions (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES memory_documents (id),
    version INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    write_id INTEGER,
    content TEXT
  )`,
  'CREATE UNIQUE INDEX memory_versions_of_document ON memory_versions (document, version)',
  `CREATE TABLE memory_notes (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES memory_documents (id),
    created_ms INTEGER NOT NULL,
    write_id INTEGER,
    hidden_ms INTEGER,
    hidden_by_write_id INTEGER,
    text TEXT NOT NULL
  )`,
  'CREATE INDEX memory_notes_of_document ON memory_notes (document)',
  // What each write asked for and what of it was new, so that an undo takes back only what it added.
  `CREATE TABLE memory_tag_changes (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES memory_documents (id),
    asked TEXT NOT NULL,
    added TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    write_id INTEGER,
    undone_by_write_id INTEGER
  )`,
  'CREATE INDEX memory_tag_changes_of_document ON memory_tag_changes (document)',
];

/** Documents with versions, notes that append, tags; nothing in it is ever overwritten or deleted. */
export const memoryTree: Migration = {
  to: 3,
  reason: 'the Memory Tree',
  up(db: WriteHandle) {
    for (const table of tables) db.run(table);
  },
};
