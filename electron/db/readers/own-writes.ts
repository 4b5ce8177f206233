import type { LedgerRow } from '../../../shared/ledger.ts';
import type { ReadHandle } from '../handles.ts';

/** Whose writes: the connection, and what the client on it calls itself. */
export type OwnWriter = Pick<LedgerRow, 'client_id' | 'client_info' | 'client_name' | 'session_id'>;

export type OwnWrite = Pick<
  LedgerRow,
  | 'id'
  | 'timestamp_ms'
  | 'tool_name'
  | 'args_summary'
  | 'success'
  | 'finished_ms'
  | 'error_kind'
  | 'error_message'
  | 'reason'
  | 'session_id'
>;

/**
 * One walk of mcp_writes_by_client. It ends after so many rows of the same `client_info`, whoever wrote
 * them: a million rows of an import, on no connection, would hold the thread that serves for a second.
 */
const mostLookedAt = 10_000;

export const ownWritesSql = `SELECT id, timestamp_ms, tool_name, args_summary, success, finished_ms,
    error_kind, error_message, reason, session_id
  FROM mcp_writes
  WHERE client_info = :client_info
    AND timestamp_ms >= ifnull((SELECT timestamp_ms FROM mcp_writes WHERE client_info = :client_info
      ORDER BY timestamp_ms DESC LIMIT 1 OFFSET ${mostLookedAt}), -9e15)
    AND client_id = :client_id
    AND client_name IS :client_name
    AND (:client_name IS NOT NULL OR session_id = :session_id)
  ORDER BY timestamp_ms DESC, id DESC
  LIMIT :limit`;

/**
 * The newest writes of one client on one connection, newest first. A client that gives no name cannot be
 * told from others that give none, so it gets those of its run.
 */
export function ownWrites(db: ReadHandle, writer: OwnWriter, limit: number): readonly OwnWrite[] {
  const { client_id, client_info, client_name, session_id } = writer;
  return db.all<OwnWrite>(ownWritesSql, {
    client_id,
    client_info,
    client_name,
    session_id,
    limit,
  });
}
