import type { ToolLastUse, ToolStats } from '../../../shared/servers.ts';
import type { TimeBounds } from '../../../shared/time-range.ts';
import type { ReadHandle } from '../handles.ts';
import type { ToolName } from '../reads.ts';

/** Rows of an upstream's tool in a range are read in full for its percentiles: a worker's work, not a server's. */
const statsSql = `WITH calls AS (
    SELECT server_name, tool_name, elapsed_ms, success, finished_ms,
      row_number() OVER (PARTITION BY server_name, tool_name, elapsed_ms IS NULL
        ORDER BY elapsed_ms) AS place,
      count(elapsed_ms) OVER (PARTITION BY server_name, tool_name) AS timed
    FROM mcp_writes WHERE timestamp_ms >= ? AND timestamp_ms < ?
  )
  SELECT server_name AS server, tool_name AS tool, count(*) AS calls,
    sum(finished_ms IS NOT NULL AND success = 0) AS failures,
    sum(finished_ms IS NULL) AS unknown,
    ${[50, 95, 99]
      .map(
        (percent) =>
          `max(CASE WHEN elapsed_ms IS NOT NULL
            AND place = max(1, (timed * ${percent} + 99) / 100) THEN elapsed_ms END) AS p${percent}_ms`,
      )
      .join(', ')}
  FROM calls GROUP BY server_name, tool_name ORDER BY calls DESC, server, tool`;

/** From the newest call of the name on: the first of this server ends the walk. */
const lastSql = `SELECT timestamp_ms FROM mcp_writes INDEXED BY mcp_writes_by_tool
  WHERE tool_name = ? AND server_name = ? ORDER BY timestamp_ms DESC LIMIT 1`;

const farthest = 8.64e15;

/** Calls, failures and elapsed times per server and tool in a range (nearest-rank percentiles). */
export function toolStats(db: ReadHandle, bounds: TimeBounds): readonly ToolStats[] {
  const rows = db.all<Omit<ToolStats, 'last_ms'>>(statsSql, [
    bounds.since_ms ?? -farthest,
    bounds.until_ms ?? farthest,
  ]);
  return rows.map((row) => ({ ...row, last_ms: lastUse(db, row) }));
}

/** When each of these was last called in the whole ledger, in the order given. */
export function toolLastUses(db: ReadHandle, tools: readonly ToolName[]): readonly ToolLastUse[] {
  return tools.map(({ server, tool }) => ({
    server,
    tool,
    last_ms: lastUse(db, { server, tool }),
  }));
}

function lastUse(db: ReadHandle, { server, tool }: ToolName): number | null {
  return db.get<{ timestamp_ms: number }>(lastSql, [tool, server])?.timestamp_ms ?? null;
}
