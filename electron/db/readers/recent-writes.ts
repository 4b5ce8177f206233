import type { ReadHandle } from '../handles.ts';

/** One write that counts towards the hourly limit of its connection. */
export interface RecentWrite {
  readonly client_id: string;
  /** Not after `now`, and never after the writes that came later. */
  readonly at_ms: number;
}

const perBatch = 5000;
/** More rows than that within the time asked for are a flood, and every limit in it is long reached. */
const mostLookedAt = 1_000_000;

const sql = `SELECT id, timestamp_ms, client_id, transport, effect, error_kind FROM mcp_writes
  WHERE id < ? ORDER BY id DESC LIMIT ${perBatch}`;

interface Row {
  readonly id: number;
  readonly timestamp_ms: number;
  readonly client_id: string | null;
  readonly transport: string | null;
  readonly effect: string;
  readonly error_kind: string | null;
}

/**
 * Writes after `sinceMs`, oldest first: those of connections, failed ones too, without refused ones and
 * without the person's own. Walks the ledger backwards by id: a row cannot be newer than the one after
 * it, so a clock that was set back neither hides writes nor keeps old ones young. Imported rows have
 * another ledger's times and are passed over.
 */
export function recentWrites(
  db: ReadHandle,
  sinceMs: number,
  nowMs: number,
): readonly RecentWrite[] {
  const found: RecentWrite[] = [];
  let latest = nowMs;
  let before = Number.MAX_SAFE_INTEGER;
  for (let looked = 0; looked < mostLookedAt; looked += perBatch) {
    const rows = db.all<Row>(sql, [before]);
    for (const row of rows) {
      before = row.id;
      if (row.client_id === null || row.transport === 'import') continue;
      latest = Math.min(latest, row.timestamp_ms);
      if (latest <= sinceMs) return found.reverse();
      if (row.effect === 'read' || row.transport === 'window') continue;
      if (row.error_kind === 'refused') continue;
      found.push({ client_id: row.client_id, at_ms: latest });
    }
    if (rows.length < perBatch) break;
  }
  return found.reverse();
}
