import type { LedgerRow } from '../../../shared/ledger.ts';
import type { ReadHandle, SqlValue } from '../handles.ts';

type Column = keyof LedgerRow;

/** How many rows hold the same values as `row` in `columns`; time, client and tool are always compared. */
export function countSameRows<Known extends Column>(
  db: ReadHandle,
  row: Readonly<Record<Known | 'timestamp_ms' | 'client_info' | 'tool_name', SqlValue>>,
  columns: readonly Known[],
): number {
  const others = columns.map((column) => ` AND ${column} IS ?`).join('');
  const found = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM mcp_writes
      WHERE timestamp_ms = ? AND client_info = ? AND tool_name = ?${others}`,
    [row.timestamp_ms, row.client_info, row.tool_name, ...columns.map((column) => row[column])],
  );
  return found?.n ?? 0;
}
