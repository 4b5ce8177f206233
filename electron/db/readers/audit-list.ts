import type { AuditListArgs, LedgerRow } from '../../../shared/ledger.ts';
import { type CompiledFilter, notSucceeded } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import type { Condition } from '../text-filter.ts';
import { walkSql, wayThrough } from '../walk.ts';
import { writeColumns } from './write.ts';

function conditionsOf(args: AuditListArgs): CompiledFilter {
  const time: Condition[] = [];
  if (args.since_ms !== undefined) {
    time.push({ sql: 'mcp_writes.timestamp_ms >= ?', params: [args.since_ms] });
  }
  if (args.until_ms !== undefined) {
    time.push({ sql: 'mcp_writes.timestamp_ms < ?', params: [args.until_ms] });
  }
  const rest: Condition[] = [];
  if (args.success_only === false) rest.push({ sql: notSucceeded, params: [] });
  if (args.success_only === true) rest.push({ sql: `NOT ${notSucceeded}`, params: [] });
  return {
    time,
    wanted: [
      ...(args.client_filter === undefined
        ? []
        : [{ column: 'client_info' as const, values: [args.client_filter] }]),
      ...(args.tool_filter === undefined
        ? []
        : [{ column: 'tool_name' as const, values: [args.tool_filter] }]),
    ],
    within: null,
    nothing: false,
    onlyFailures: args.success_only === false,
    marked: [],
    few: false,
    text: null,
    rest,
  };
}

/** `mcp_audit_list`: newest first (`timestamp_ms DESC, id DESC`), exact names, `since` inclusive, `until` exclusive. */
export function auditList(db: ReadHandle, args: AuditListArgs): readonly LedgerRow[] {
  const way = wayThrough(db, conditionsOf(args));
  const { sql, params } = walkSql(way, writeColumns, { direction: 'older', key: null }, args.limit);
  return db.all<LedgerRow>(`${sql} OFFSET ?`, [...params, args.offset]);
}
