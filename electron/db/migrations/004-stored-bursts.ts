import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

/** Bursts outlive the process, so that the window lists them and links to their rows. */
export const storedBursts: Migration = {
  to: 4,
  reason: 'bursts of one client',
  up(db: WriteHandle) {
    db.run(`CREATE TABLE bursts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      client_info TEXT NOT NULL,
      client_name TEXT,
      start_ms INTEGER NOT NULL,
      end_ms INTEGER,
      count INTEGER NOT NULL,
      peak INTEGER NOT NULL,
      first_id INTEGER NOT NULL,
      last_id INTEGER NOT NULL,
      repeats INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      seen_ms INTEGER,
      notified TEXT NOT NULL DEFAULT 'pending'
    )`);
    db.run('CREATE INDEX bursts_by_start ON bursts (start_ms)');
  },
};
