import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

/** Tokens per client, registered databases, and rows whose outcome comes after them. */
export const connectionsAndLaterOutcomes: Migration = {
  to: 6,
  reason: 'a connection per client, registered databases, outcomes that come after their row',
  up(db: WriteHandle) {
    db.run(`CREATE TABLE connections (
      client_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      token_hash TEXT UNIQUE,
      created_ms INTEGER NOT NULL,
      last_seen_ms INTEGER,
      revoked_ms INTEGER,
      paused_ms INTEGER,
      pinned_namespace TEXT,
      writes_per_hour INTEGER
    ) WITHOUT ROWID`);
    // The home's own token is a file; the connection is here for its name, pause, pin and limit.
    db.run(
      "INSERT INTO connections (client_id, name, created_ms) VALUES ('home', 'This computer', ?)",
      [Date.now()],
    );
    db.run(`CREATE TABLE databases (
      name TEXT PRIMARY KEY,
      path TEXT NOT NULL,
      read_only INTEGER NOT NULL,
      added_ms INTEGER NOT NULL
    ) WITHOUT ROWID`);
    // 1: the hash covers the outcome. 2: it came later, and `write_outcomes` chains it.
    db.run('ALTER TABLE mcp_writes ADD COLUMN row_form INTEGER NOT NULL DEFAULT 1');
    db.run(`CREATE TABLE write_outcomes (
      seq INTEGER PRIMARY KEY,
      write_id INTEGER NOT NULL UNIQUE,
      hash TEXT NOT NULL
    )`);
  },
};
