import type { WriteHandle } from '../handles.ts';
import type { StoredToolChoice, StoredUpstream } from '../readers/upstreams.ts';

/** Adds a server, or replaces the one of that name. */
export function putUpstream(db: WriteHandle, upstream: StoredUpstream): void {
  db.run(
    `INSERT INTO upstreams (name, config, capture, record, add_reason, added_ms)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET config = excluded.config, capture = excluded.capture,
        record = excluded.record, add_reason = excluded.add_reason`,
    [
      upstream.name,
      upstream.config,
      upstream.capture,
      upstream.record,
      upstream.add_reason ? 1 : 0,
      upstream.added_ms,
    ],
  );
}

/** Takes a server out, with what was decided of its tools; its rows stay. */
export function removeUpstream(db: WriteHandle, name: string): void {
  db.run('DELETE FROM upstreams WHERE name = ?', [name]);
  db.run('DELETE FROM upstream_tools WHERE server = ?', [name]);
}

export function putToolChoice(db: WriteHandle, choice: StoredToolChoice): void {
  db.run(
    `INSERT INTO upstream_tools (server, tool, policy, effect) VALUES (?, ?, ?, ?)
      ON CONFLICT (server, tool) DO UPDATE SET policy = excluded.policy, effect = excluded.effect`,
    [choice.server, choice.tool, choice.policy, choice.effect],
  );
}

/** Keeps arguments and result of a call whole, apart from its row. Null: it had none, or not yet. */
export function keepWhole(
  db: WriteHandle,
  whole: {
    readonly write_id: number;
    readonly arguments: string | null;
    readonly result: string | null;
    readonly stored_ms: number;
  },
): void {
  db.run(
    `INSERT INTO upstream_full (write_id, arguments, result, stored_ms) VALUES (?, ?, ?, ?)
      ON CONFLICT (write_id) DO UPDATE SET result = excluded.result`,
    [whole.write_id, whole.arguments, whole.result, whole.stored_ms],
  );
}

/** Forgets what was kept whole before this time; its rows stay. @returns how many, at most `limit` */
export function forgetWhole(db: WriteHandle, beforeMs: number, limit: number): number {
  return db.run(
    `DELETE FROM upstream_full WHERE write_id IN (
      SELECT write_id FROM upstream_full WHERE stored_ms < ? ORDER BY stored_ms LIMIT ?)`,
    [beforeMs, limit],
  ).changes;
}
