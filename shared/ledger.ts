import { z } from 'zod';
import type { ErrorKind } from './outcome.ts';

/** How the calls of one run were told to belong together, strongest evidence first. */
export const sessionKinds = ['client', 'trace', 'transport', 'gap'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** The way a write came in. `window`: the person's own undo or restore; `import`: another ledger; `inkwatch`: what it says itself. */
export const transports = ['http', 'stdio', 'window', 'import', 'inkwatch'] as const;
export type TransportKind = (typeof transports)[number];

/** What a call may have done. `read`: the server says so and nothing contradicts it, or the person marked it so. */
export const effects = ['write', 'read'] as const;
export type Effect = (typeof effects)[number];

/** What a person reads for each. */
export const effectNames: Readonly<Record<Effect, string>> = { write: 'Write', read: 'Read' };

/** The name of the embedded server in `server_name`. */
export const EMBEDDED_SERVER = 'inkwatch';

/** The tool of a row that stands for calls which left none. */
export const GAP_TOOL = 'ledger.gap';

/** One row of `mcp_writes`, with the table's own column names. Times are milliseconds since 1970. */
export interface LedgerRow {
  readonly id: number;
  readonly timestamp_ms: number;
  readonly client_info: string;
  readonly tool_name: string;
  /** JSON text that identifies the write without copying its content. */
  readonly args_summary: string | null;
  readonly resulting_chunk_id: string | null;
  readonly success: 0 | 1;
  readonly error_message: string | null;
  readonly server_name: string;
  /** As the client said, sanitised, at most 128 characters; null: it did not say. */
  readonly client_name: string | null;
  readonly client_version: string | null;
  /** The connection whose token was used; null on imported rows. */
  readonly client_id: string | null;
  readonly session_id: string | null;
  readonly session_kind: SessionKind | null;
  readonly turn_id: string | null;
  readonly call_id: string | null;
  readonly model: string | null;
  readonly transport: TransportKind | null;
  readonly protocol_version: string | null;
  readonly namespace: string | null;
  readonly reason: string | null;
  /** Hex HMAC-SHA-256 over the canonical JSON of the arguments without `reason`. */
  readonly args_digest: string | null;
  readonly error_kind: ErrorKind | null;
  readonly finished_ms: number | null;
  readonly elapsed_ms: number | null;
  /** How often the same call (session, JSON-RPC id, body) arrived; executed once. */
  readonly attempts: number;
  /** The first row with the same content from the same client; null: this is the first. */
  readonly repeats_id: number | null;
  /** 1 for the first row with this content, 2 for its first repeat, … */
  readonly repeat_no: number;
  readonly reverts_id: number | null;
  readonly reverted_by_id: number | null;
  readonly effect: Effect;
  /** Hex SHA-256 that chains this row to the one before; null on rows from before the chain. */
  readonly row_hash: string | null;
}

/** The ledger's columns in table order: the order of JSON, CSV and `SELECT`. */
export const ledgerColumns = [
  'id',
  'timestamp_ms',
  'client_info',
  'tool_name',
  'args_summary',
  'resulting_chunk_id',
  'success',
  'error_message',
  'server_name',
  'client_name',
  'client_version',
  'client_id',
  'session_id',
  'session_kind',
  'turn_id',
  'call_id',
  'model',
  'transport',
  'protocol_version',
  'namespace',
  'reason',
  'args_digest',
  'error_kind',
  'finished_ms',
  'elapsed_ms',
  'attempts',
  'repeats_id',
  'repeat_no',
  'reverts_id',
  'reverted_by_id',
  'effect',
  'row_hash',
] as const satisfies readonly (keyof LedgerRow)[];

/** Columns whose values are numbers: CSV leaves them bare, since they cannot start a formula. */
export const numericColumns: ReadonlySet<keyof LedgerRow> = new Set([
  'id',
  'timestamp_ms',
  'success',
  'finished_ms',
  'elapsed_ms',
  'attempts',
  'repeats_id',
  'repeat_no',
  'reverts_id',
  'reverted_by_id',
]);

/** Where a page starts: the last row seen. Rows that arrive meanwhile are neither skipped nor doubled. */
export const pageKeySchema = z.strictObject({
  timestamp_ms: z.int(),
  id: z.int().nonnegative(),
});
export type PageKey = z.infer<typeof pageKeySchema>;

/** Arguments of `mcp_audit_list`: `since_ms` inclusive, `until_ms` exclusive, exact names. */
export const auditListSchema = z.strictObject({
  limit: z.int().min(1).max(500).default(50),
  offset: z.int().nonnegative().default(0),
  since_ms: z.int().optional(),
  until_ms: z.int().optional(),
  client_filter: z.string().min(1).max(256).optional(),
  tool_filter: z.string().min(1).max(256).optional(),
  /** true: successes; false: everything that is not known to have succeeded; absent: both. */
  success_only: z.boolean().optional(),
});
export type AuditListArgs = z.infer<typeof auditListSchema>;

export const limits = {
  clientName: 128,
  toolName: 128,
  reason: 1000,
  runId: 128,
  /** Bytes of UTF-8, embedded tools. */
  embeddedError: 1024,
  /** Characters, upstream tools. */
  upstreamError: 300,
  summaryTitle: 128,
  sqlSummary: 4096,
} as const;
