import { activitySpanMs, activitySpans } from '../../../shared/connections.ts';
import type { ReadHandle } from '../handles.ts';

/** Writes of one connection in each of the newest spans, oldest first. */
export interface ConnectionActivity {
  readonly client_id: string;
  readonly spans: readonly number[];
}

interface Seen {
  /** Rows up to this id are in, as far as they are recent. */
  readonly upto: number;
  /** Hash of that row: another one under this id is another ledger. */
  readonly hash: string | null;
  /** By connection, and then by number of the span since 1970. */
  readonly counts: Map<string, Map<number, number>>;
}

/** Counting a busy week anew with each refresh would read it all again: it goes on where it was. */
const seenBy = new WeakMap<ReadHandle, Seen>();

export function connectionActivity(db: ReadHandle, now: number): readonly ConnectionActivity[] {
  const last = Math.floor(now / activitySpanMs);
  const first = last - activitySpans + 1;
  const end = db.get<{ id: number; hash: string | null }>(
    'SELECT id, row_hash AS hash FROM mcp_writes ORDER BY id DESC LIMIT 1',
  );
  if (end === undefined) return [];
  const before = stillValid(db, seenBy.get(db));
  const counts = before?.counts ?? new Map<string, Map<number, number>>();
  // The first look takes the recent rows by their time, later ones what was added since.
  const where =
    before === null
      ? 'INDEXED BY mcp_writes_by_time WHERE timestamp_ms >= ? AND id <= ?'
      : 'NOT INDEXED WHERE timestamp_ms >= ? AND id <= ? AND id > ?';
  const groups = db.all<{ client_id: string; span: number; n: number }>(
    `SELECT client_id, timestamp_ms / ${activitySpanMs} AS span, count(*) AS n
      FROM mcp_writes ${where} AND client_id IS NOT NULL GROUP BY 1, 2`,
    [first * activitySpanMs, end.id, ...(before === null ? [] : [before.upto])],
  );
  for (const { client_id, span, n } of groups) {
    const own = counts.get(client_id) ?? new Map<number, number>();
    counts.set(client_id, own.set(span, (own.get(span) ?? 0) + n));
  }
  seenBy.set(db, { upto: end.id, hash: end.hash, counts });
  return [...counts].map(([client_id, own]) => {
    for (const span of own.keys()) if (span < first) own.delete(span);
    return {
      client_id,
      spans: Array.from({ length: activitySpans }, (_, n) => own.get(first + n) ?? 0),
    };
  });
}

function stillValid(db: ReadHandle, seen: Seen | undefined): Seen | null {
  if (seen === undefined) return null;
  const row = db.get<{ hash: string | null }>(
    'SELECT row_hash AS hash FROM mcp_writes WHERE id = ?',
    [seen.upto],
  );
  return row !== undefined && row.hash === seen.hash ? seen : null;
}
