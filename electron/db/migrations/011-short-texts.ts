import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

/** Texts of one or two characters (a word in Chinese or Japanese) are found by the index as well. */
export const shortTexts: Migration = {
  to: 11,
  reason: 'free text of one or two characters',
  up(db: WriteHandle) {
    db.run('CREATE VIRTUAL TABLE mcp_writes_terms USING fts5vocab(mcp_writes_search, instance)');
    // Rows are indexed anew, in idle moments: the index must hold what their last two characters begin.
    db.run("INSERT INTO mcp_writes_search (mcp_writes_search) VALUES ('delete-all')");
    db.run("UPDATE search_progress SET upto = 0 WHERE name = 'writes'");
  },
};
