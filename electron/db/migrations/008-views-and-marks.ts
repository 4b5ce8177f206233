import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

/** What a person adds while reviewing stands beside the ledger, whose rows never change. */
export const viewsAndMarks: Migration = {
  to: 8,
  reason: 'saved views, marks on writes, and documents by their last change',
  up(db: WriteHandle) {
    db.run(`CREATE TABLE saved_views (
      id TEXT PRIMARY KEY,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      query TEXT NOT NULL,
      columns TEXT
    ) WITHOUT ROWID`);
    // The write's own time is here as well: a page of flagged writes then comes in order, unsorted.
    db.run(`CREATE TABLE write_marks (
      write_id INTEGER PRIMARY KEY,
      timestamp_ms INTEGER NOT NULL,
      flagged INTEGER NOT NULL DEFAULT 0,
      reviewed INTEGER NOT NULL DEFAULT 0,
      changed_ms INTEGER NOT NULL,
      comment TEXT
    )`);
    db.run(
      'CREATE INDEX write_marks_flagged ON write_marks (timestamp_ms, write_id) WHERE flagged = 1',
    );
    db.run(
      'CREATE INDEX write_marks_reviewed ON write_marks (timestamp_ms, write_id) WHERE reviewed = 1',
    );
    // The Memory page and `tree.list`: one namespace, last changed first, without a sort of 100,000.
    db.run(`CREATE INDEX memory_documents_by_change ON memory_documents (namespace, updated_ms)
      WHERE deleted_ms IS NULL`);
  },
};
