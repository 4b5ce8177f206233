import type { ReadHandle } from '../handles.ts';

/** Newest write per connection, as far back as was looked. */
export interface LastWrites {
  /** By `client_id`, milliseconds since 1970. */
  readonly writes: ReadonlyMap<string, number>;
  readonly looked: number;
  /** The whole ledger was looked at. */
  readonly complete: boolean;
}

/** No index leads from a connection to its rows. */
const mostLookedAt = 100_000;

export function lastWrites(db: ReadHandle, limit = mostLookedAt): LastWrites {
  const rows = db.all<{ client_id: string | null; last_ms: number; rows: number }>(
    `SELECT client_id, max(timestamp_ms) AS last_ms, count(*) AS rows
      FROM (SELECT client_id, timestamp_ms FROM mcp_writes ORDER BY id DESC LIMIT ?) GROUP BY 1`,
    [limit],
  );
  const looked = rows.reduce((sum, row) => sum + row.rows, 0);
  return {
    writes: new Map(
      rows.flatMap(({ client_id, last_ms }) => (client_id === null ? [] : [[client_id, last_ms]])),
    ),
    looked,
    complete: looked < limit,
  };
}
