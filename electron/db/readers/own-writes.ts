import { HOME_CONNECTION } from '../../../shared/connections.ts';
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
 * Walks end after so many rows, whoever wrote them: a million rows of others would hold the thread that
 * serves for a second.
 */
const mostLookedAt = 10_000;

const columns = `id, timestamp_ms, tool_name, args_summary, success, finished_ms, error_kind,
  error_message, reason, session_id`;

/** Among the newest rows of all. */
export const newestOfAllSql = `SELECT ${columns}
  FROM mcp_writes INDEXED BY mcp_writes_by_time
  WHERE timestamp_ms >= ifnull((SELECT timestamp_ms FROM mcp_writes INDEXED BY mcp_writes_by_time
      ORDER BY timestamp_ms DESC LIMIT 1 OFFSET ${mostLookedAt}), -9e15)
    AND client_id = :client_id AND effect = 'write'
  ORDER BY timestamp_ms DESC, id DESC
  LIMIT :limit`;

/** Among the newest rows under the same label; `:any_name` 0: under the very same name only. */
export const newestOfLabelSql = `SELECT ${columns}
  FROM mcp_writes INDEXED BY mcp_writes_by_client
  WHERE client_info = :client_info
    AND timestamp_ms >= ifnull((SELECT timestamp_ms FROM mcp_writes INDEXED BY mcp_writes_by_client
      WHERE client_info = :client_info
      ORDER BY timestamp_ms DESC LIMIT 1 OFFSET ${mostLookedAt}), -9e15)
    AND client_id = :client_id AND effect = 'write'
    AND (:any_name OR client_name IS :client_name)
    AND (:any_name OR :client_name IS NOT NULL OR session_id = :session_id)
  ORDER BY timestamp_ms DESC, id DESC
  LIMIT :limit`;

/**
 * The newest writes of a connection, newest first, under whatever name. On the connection that all
 * clients of a home may share, those of the client with this name; one that gives no name cannot be told
 * from others that give none, so it gets those of its run.
 */
export function ownWrites(db: ReadHandle, writer: OwnWriter, limit: number): readonly OwnWrite[] {
  const { client_id, client_info, client_name, session_id } = writer;
  const isShared = client_id === HOME_CONNECTION;
  const ofLabel = () =>
    db.all<OwnWrite>(newestOfLabelSql, {
      client_id,
      client_info,
      client_name,
      session_id,
      any_name: isShared ? 0 : 1,
      limit,
    });
  if (isShared) return ofLabel();
  const ofAll = db.all<OwnWrite>(newestOfAllSql, { client_id, limit });
  if (ofAll.length >= limit) return ofAll;
  // Long ago, before others wrote much.
  const known = new Map([...ofLabel(), ...ofAll].map((row) => [row.id, row]));
  return [...known.values()]
    .sort((a, b) => b.timestamp_ms - a.timestamp_ms || b.id - a.id)
    .slice(0, limit);
}
