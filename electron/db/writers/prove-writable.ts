import type { WriteHandle } from '../handles.ts';

class TakenBack extends Error {}

/** Puts a row into the ledger as a write would, takes it back, and commits. @throws what keeps it from being written */
export function proveWritable(db: WriteHandle): void {
  db.transaction(() => {
    // The table itself may be what is wrong (case d03), so a commit that leaves it alone proves nothing.
    try {
      db.savepoint(() => {
        db.run(
          "INSERT INTO mcp_writes (timestamp_ms, client_info, tool_name, success) VALUES (0, 'mcp:inkwatch', 'inkwatch.probe', 0)",
        );
        throw new TakenBack();
      });
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
    // An update to the same value is written all the same: it meets a full disk or a lock as a row would.
    db.run("UPDATE ledger_facts SET value = value WHERE name = 'digest-key'");
  });
}
