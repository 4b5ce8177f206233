import type { AuditListArgs, LedgerRow } from '../../../shared/ledger.ts';
import type { ReadHandle } from '../handles.ts';

/** `mcp_audit_list`: newest first (`timestamp_ms DESC, id DESC`), exact names, `since` inclusive, `until` exclusive. */
export function auditList(_db: ReadHandle, _args: AuditListArgs): readonly LedgerRow[] {
  throw new Error('auditList: body follows');
}
