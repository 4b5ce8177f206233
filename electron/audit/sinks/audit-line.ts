import type { LedgerRow } from '../../../shared/ledger.ts';
import { outcomeOf } from '../../../shared/outcome.ts';
import { parseSummary } from '../../../shared/summary-words.ts';

const auditLineVersion = 1;

/** One write as other tools read it: a line of the JSONL file. */
export interface AuditLine {
  readonly schema_version: typeof auditLineVersion;
  /** Seconds since 1970, with its milliseconds as the fraction. */
  readonly ts_unix: number;
  readonly timestamp_ms: number;
  readonly id: number;
  readonly tool: string;
  readonly server: string;
  /** The SQL family's database and statement; null for every other tool. */
  readonly db: string | null;
  readonly sql: string | null;
  readonly reason: string | null;
  readonly client: { readonly name: string | null; readonly version: string | null };
  readonly client_info: string;
  readonly session_id: string | null;
  /** Null: unknown, nobody saw an outcome. */
  readonly ok: boolean | null;
  readonly error: string | null;
  readonly elapsed_ms: number | null;
}

const okOf = { succeeded: true, failed: false, unknown: null } as const;

/** A ledger row as a line's value; a call's content is in it no more than in the row. */
export function auditLineOf(row: LedgerRow): AuditLine {
  const summary = parseSummary(row.args_summary);
  return {
    schema_version: auditLineVersion,
    ts_unix: row.timestamp_ms / 1000,
    timestamp_ms: row.timestamp_ms,
    id: row.id,
    tool: row.tool_name,
    server: row.server_name,
    db: typeof summary.db === 'string' ? summary.db : null,
    sql: typeof summary.sql === 'string' ? summary.sql : null,
    reason: row.reason,
    client: { name: row.client_name, version: row.client_version },
    client_info: row.client_info,
    session_id: row.session_id,
    ok: okOf[outcomeOf(row)],
    error: row.error_message,
    elapsed_ms: row.elapsed_ms,
  };
}
