import type { Burst } from '../../../shared/burst.ts';
import type { WriteHandle } from '../handles.ts';

export type NewBurst = Omit<Burst, 'id' | 'seen_ms' | 'notified'>;

/** @returns the new burst's id. */
export function insertBurst(db: WriteHandle, burst: NewBurst): number {
  return db.transaction(
    () =>
      db.run(
        `INSERT INTO bursts (client_info, client_name, start_ms, end_ms, count, peak, first_id, last_id, repeats, failures, client_ids)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          burst.client_info,
          burst.client_name,
          burst.start_ms,
          burst.end_ms,
          burst.count,
          burst.peak,
          burst.first_id,
          burst.last_id,
          burst.repeats,
          burst.failures,
          JSON.stringify(burst.client_ids),
        ],
      ).lastId,
  );
}

/** What grows while a burst is open, and its end. */
export function updateBurst(db: WriteHandle, burst: NewBurst & { readonly id: number }): void {
  db.transaction(() =>
    db.run(
      `UPDATE bursts SET end_ms = ?, count = ?, peak = ?, last_id = ?, repeats = ?, failures = ?, client_ids = ? WHERE id = ?`,
      [
        burst.end_ms,
        burst.count,
        burst.peak,
        burst.last_id,
        burst.repeats,
        burst.failures,
        JSON.stringify(burst.client_ids),
        burst.id,
      ],
    ),
  );
}

/** Bursts that an earlier process left open end at the newest row it had counted. */
export function endOpenBursts(db: WriteHandle): void {
  db.transaction(() =>
    db.run(`UPDATE bursts SET end_ms = max(start_ms, coalesce(
      (SELECT timestamp_ms FROM mcp_writes WHERE id = bursts.last_id), start_ms)) WHERE end_ms IS NULL`),
  );
}

export function setBurstsSeen(db: WriteHandle, ids: readonly number[], at: number): void {
  db.transaction(() => {
    for (const id of ids) {
      db.run('UPDATE bursts SET seen_ms = ? WHERE id = ? AND seen_ms IS NULL', [at, id]);
    }
  });
}

export function setBurstNotification(
  db: WriteHandle,
  id: number,
  notified: Burst['notified'],
): void {
  db.transaction(() => db.run('UPDATE bursts SET notified = ? WHERE id = ?', [notified, id]));
}
