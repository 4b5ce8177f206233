import type { LedgerRow } from '../../../shared/ledger.ts';
import type { ReadHandle, SqlValue } from '../handles.ts';

type Column = keyof LedgerRow;

/** What makes a row the same write, beside time, client and tool. */
export interface SameRow<Known extends Column> {
  readonly columns: readonly Known[];
  /** Columns that an imported row may lack, all of them, since not every kind of file has them. */
  readonly maybeAbsent: readonly Known[];
}

/** How many rows are the same write as `row`. */
export function countSameRows<Known extends Column>(
  db: ReadHandle,
  row: Readonly<Record<Known | 'timestamp_ms' | 'client_info' | 'tool_name', SqlValue>>,
  { columns, maybeAbsent }: SameRow<Known>,
): number {
  const all = (names: readonly Known[], test: string): string =>
    names.map((name) => `${name} ${test}`).join(' AND ');
  const same = columns.length === 0 ? '' : ` AND ${all(columns, 'IS ?')}`;
  const maybe =
    maybeAbsent.length === 0
      ? ''
      : ` AND ((${all(maybeAbsent, 'IS ?')}) OR (transport = 'import' AND ${all(maybeAbsent, 'IS NULL')}))`;
  const found = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM mcp_writes
      WHERE timestamp_ms = ? AND client_info = ? AND tool_name = ?${same}${maybe}`,
    [
      row.timestamp_ms,
      row.client_info,
      row.tool_name,
      ...[...columns, ...maybeAbsent].map((name) => row[name]),
    ],
  );
  return found?.n ?? 0;
}
