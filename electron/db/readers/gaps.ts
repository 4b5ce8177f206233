import type { ReadHandle } from '../handles.ts';

/** What the newest row of this tool says; null: there is none. */
export function newestGap(db: ReadHandle, tool: string): string | null {
  const row = db.get<{ args_summary: string | null }>(
    `SELECT args_summary FROM mcp_writes INDEXED BY mcp_writes_by_tool
      WHERE tool_name = ? ORDER BY timestamp_ms DESC, id DESC LIMIT 1`,
    [tool],
  );
  return row?.args_summary ?? null;
}
