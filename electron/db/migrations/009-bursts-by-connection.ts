import type { WriteHandle } from '../handles.ts';
import type { Migration } from '../migrate.ts';

/** Which connections a burst came through, so that an alert can pause them. */
export const burstsByConnection: Migration = {
  to: 9,
  reason: 'connections of a burst',
  up(db: WriteHandle) {
    // JSON array; bursts from before are not worth a walk through their rows.
    db.run("ALTER TABLE bursts ADD COLUMN client_ids TEXT NOT NULL DEFAULT '[]'");
  },
};
