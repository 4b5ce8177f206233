import type { ToolStats } from '../../../shared/servers.ts';
import type { TimeBounds } from '../../../shared/time-range.ts';
import type { ReadHandle } from '../handles.ts';

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

const lastSql = `SELECT server_name AS server, tool_name AS tool, max(timestamp_ms) AS last_ms
  FROM mcp_writes INDEXED BY mcp_writes_by_tool WHERE tool_name = ? GROUP BY server_name`;

const farthest = 8.64e15;

/** Calls, failures and elapsed times per server and tool in a range (nearest-rank percentiles). */
export function toolStats(db: ReadHandle, bounds: TimeBounds): readonly ToolStats[] {
  const rows = db.all<Omit<ToolStats, 'last_ms'>>(statsSql, [
    bounds.since_ms ?? -farthest,
    bounds.until_ms ?? farthest,
  ]);
  const last = new Map<string, number>();
  for (const tool of new Set(rows.map((row) => row.tool))) {
    for (const found of db.all<{ server: string; tool: string; last_ms: number }>(lastSql, [
      tool,
    ])) {
      last.set(JSON.stringify([found.server, found.tool]), found.last_ms);
    }
  }
  return rows.map((row) => ({
    ...row,
    last_ms: last.get(JSON.stringify([row.server, row.tool])) ?? null,
  }));
}
