import { GAP_TOOL } from '../../../shared/ledger.ts';
import type { ReadHandle } from '../handles.ts';

/** What the newest row that stands for calls without rows says; null: there is none. */
export function newestGap(db: ReadHandle): string | null {
  const row = db.get<{ args_summary: string | null }>(
    `SELECT args_summary FROM mcp_writes INDEXED BY mcp_writes_by_tool
      WHERE tool_name = ? ORDER BY timestamp_ms DESC, id DESC LIMIT 1`,
    [GAP_TOOL],
  );
  return row?.args_summary ?? null;
}

export interface GapRow {
  readonly id: number;
  readonly timestamp_ms: number;
  readonly error_message: string | null;
}

/** The newest rows that stand for calls without rows. */
export function gapRows(db: ReadHandle, limit: number): readonly GapRow[] {
  return db.all<GapRow>(
    `SELECT id, timestamp_ms, error_message FROM mcp_writes INDEXED BY mcp_writes_by_tool
      WHERE tool_name = ? ORDER BY timestamp_ms DESC, id DESC LIMIT ?`,
    [GAP_TOOL, limit],
  );
}
