import type { ReadHandle } from '../handles.ts';

/** A way in, as its table holds it. */
export interface ConnectionRow {
  readonly client_id: string;
  readonly name: string;
  /** Hex SHA-256 of its token; null: the token is a file of the home's. Kept when it is revoked. */
  readonly token_hash: string | null;
  readonly created_ms: number;
  readonly last_seen_ms: number | null;
  readonly revoked_ms: number | null;
  readonly paused_ms: number | null;
  readonly pinned_namespace: string | null;
  readonly writes_per_hour: number | null;
}

/** All of them, revoked ones too, oldest first. */
export function connectionRows(db: ReadHandle): readonly ConnectionRow[] {
  return db.all<ConnectionRow>(`SELECT client_id, name, token_hash, created_ms, last_seen_ms,
      revoked_ms, paused_ms, pinned_namespace, writes_per_hour
    FROM connections ORDER BY created_ms, client_id`);
}

export function connectionName(db: ReadHandle, clientId: string): string | null {
  return (
    db.get<{ name: string }>('SELECT name FROM connections WHERE client_id = ?', [clientId])
      ?.name ?? null
  );
}
