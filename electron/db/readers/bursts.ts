import type { Burst } from '../../../shared/burst.ts';
import type { ReadHandle } from '../handles.ts';

type BurstRow = Omit<Burst, 'client_ids'> & { readonly client_ids: string };

const burstOf = (row: BurstRow): Burst => ({
  ...row,
  client_ids: JSON.parse(row.client_ids) as string[],
});

/** Newest first. */
export function newestBursts(db: ReadHandle, limit: number): readonly Burst[] {
  return db
    .all<BurstRow>('SELECT * FROM bursts ORDER BY start_ms DESC, id DESC LIMIT ?', [limit])
    .map(burstOf);
}

export function burstById(db: ReadHandle, id: number): Burst | undefined {
  const row = db.get<BurstRow>('SELECT * FROM bursts WHERE id = ?', [id]);
  return row === undefined ? undefined : burstOf(row);
}

/** Bursts that touch `[since_ms, until_ms)`, oldest first. */
export function burstsBetween(
  db: ReadHandle,
  since_ms: number,
  until_ms: number,
): readonly Burst[] {
  return db
    .all<BurstRow>(
      'SELECT * FROM bursts WHERE start_ms < ? AND coalesce(end_ms, ?) >= ? ORDER BY start_ms, id',
      [until_ms, until_ms, since_ms],
    )
    .map(burstOf);
}

export function unseenBursts(db: ReadHandle): number {
  return (
    db.get<{ unseen: number }>('SELECT count(*) AS unseen FROM bursts WHERE seen_ms IS NULL')
      ?.unseen ?? 0
  );
}
