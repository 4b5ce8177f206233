import type { WriteRow } from '../../shared/answers.ts';

/** A row as the list gets it, good and finished, but for what a test says of it. */
export function writeRow(part: Partial<WriteRow> = {}): WriteRow {
  const { id = 1, timestamp_ms = 1_796_000_000_000 } = part;
  return {
    id,
    timestamp_ms,
    client_info: 'mcp:claude-ai',
    tool_name: 'memory.store',
    args_summary: '{"title":"Q3 plan","namespace":"notes","tag_count":0}',
    resulting_chunk_id: 'd1-abc',
    success: 1,
    error_message: null,
    server_name: 'inkwatch',
    client_name: 'claude-ai',
    client_version: '0.1.0',
    client_id: 'main',
    session_id: 'run-1',
    session_kind: 'transport',
    turn_id: null,
    call_id: null,
    model: null,
    transport: 'http',
    protocol_version: '2025-11-25',
    namespace: 'notes',
    reason: null,
    args_digest: null,
    error_kind: null,
    finished_ms: timestamp_ms + 4,
    elapsed_ms: 4,
    attempts: 1,
    repeats_id: null,
    repeat_no: 1,
    reverts_id: null,
    reverted_by_id: null,
    effect: 'write',
    row_hash: null,
    chunk_title: 'Q3 plan',
    mark: null,
    ...part,
  };
}

/** Rows with these ids, one second apart, in the order given. */
export function writeRows(ids: readonly number[]): readonly WriteRow[] {
  return ids.map((id) => writeRow({ id, timestamp_ms: 1_796_000_000_000 + id * 1000 }));
}

/** Whole numbers from `high` down to `low`. */
export function downFrom(high: number, low: number): readonly number[] {
  return Array.from({ length: high - low + 1 }, (_, index) => high - index);
}
