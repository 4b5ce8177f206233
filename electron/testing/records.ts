import type { Caller, WriteRecord } from '../audit/write-record.ts';

export const someCaller: Caller = {
  client_info: 'mcp:claude-code',
  client_name: 'claude-code',
  client_version: '2.1.197',
  client_id: 'home',
  session_id: 'run-1',
  session_kind: 'transport',
  turn_id: null,
  call_id: null,
  model: null,
  transport: 'http',
  protocol_version: '2025-11-25',
};

/** A successful `memory.store` as the dispatcher hands it to the recorder; what a test does not name is unremarkable. */
export function recordWith(record: Partial<WriteRecord> = {}): WriteRecord {
  return {
    caller: someCaller,
    server_name: 'inkwatch',
    tool_name: 'memory.store',
    summary: { title: 'Q3 plan', namespace: 'notes', tag_count: 0 },
    arguments: { title: 'Q3 plan', content: 'text' },
    reason: null,
    namespace: 'notes',
    started_ms: 1_780_000_000_000,
    outcome: { kind: 'succeeded', chunk_id: 'd1-ab', elapsed_ms: 3 },
    reverts_id: null,
    ...record,
  };
}
