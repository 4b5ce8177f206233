import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

/** The servers behind the gateway, what the person decided of their tools, and calls that only read. */
export const serversBehindTheGateway: Migration = {
  to: 7,
  reason: 'servers behind the gateway, and rows of calls that only read',
  up(db: WriteHandle) {
    db.run("ALTER TABLE mcp_writes ADD COLUMN effect TEXT NOT NULL DEFAULT 'write'");
    // `config` holds no secret: values of env and headers are references into the secret store.
    db.run(`CREATE TABLE upstreams (
      name TEXT PRIMARY KEY,
      config TEXT NOT NULL,
      capture TEXT NOT NULL,
      record TEXT NOT NULL,
      add_reason INTEGER NOT NULL,
      added_ms INTEGER NOT NULL
    ) WITHOUT ROWID`);
    db.run(`CREATE TABLE upstream_tools (
      server TEXT NOT NULL,
      tool TEXT NOT NULL,
      policy TEXT NOT NULL,
      effect TEXT,
      PRIMARY KEY (server, tool)
    ) WITHOUT ROWID`);
    // Arguments and results of the capture level `full`, apart from the ledger, so that they can expire.
    db.run(`CREATE TABLE upstream_full (
      write_id INTEGER PRIMARY KEY,
      arguments TEXT,
      result TEXT,
      stored_ms INTEGER NOT NULL
    )`);
    db.run('CREATE INDEX upstream_full_by_age ON upstream_full (stored_ms)');
  },
};
