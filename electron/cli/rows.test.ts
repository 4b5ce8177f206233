import { describe, expect, it } from 'vitest';
import { type LedgerRow, ledgerColumns } from '../../shared/ledger.ts';
import { jsonLine, tableLines } from './rows.ts';

const row: LedgerRow = {
  id: 7,
  timestamp_ms: Date.UTC(2026, 10, 30, 12),
  client_info: 'mcp:claude-code',
  tool_name: 'memory.store',
  args_summary: JSON.stringify({ title: 'Q3\u001b[2J\u202eplan', namespace: 'notes' }),
  resulting_chunk_id: 'd1',
  success: 1,
  error_message: null,
  server_name: 'inkwatch',
  client_name: 'claude-code',
  client_version: '1',
  client_id: 'home',
  session_id: 's',
  session_kind: 'transport',
  turn_id: null,
  call_id: null,
  model: null,
  transport: 'http',
  protocol_version: '2025-11-25',
  namespace: 'notes',
  reason: 'because\nof\u009b2J',
  args_digest: null,
  error_kind: null,
  finished_ms: 1,
  elapsed_ms: 1,
  attempts: 1,
  repeats_id: null,
  repeat_no: 1,
  reverts_id: null,
  reverted_by_id: null,
  effect: 'write',
  row_hash: null,
};

describe('rows on a terminal', () => {
  it('as JSON hold every column, and nothing that a terminal acts on (case a15)', () => {
    const line = jsonLine(row);
    expect(Object.keys(JSON.parse(line) as object)).toEqual([...ledgerColumns]);
    expect(JSON.parse(line)).toEqual(row);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('as a table are one visible line each', () => {
    const [heading, line, ...more] = tableLines([row]);
    expect(more).toEqual([]);
    expect(heading).toMatch(/^ID +TIME +CLIENT +TOOL +OUTCOME +WHAT +WHY$/);
    expect(line).toContain('Claude Code');
    expect(line).toContain('stored “Q3\\u{1b}[2J\\u{202e}plan” in notes');
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('without rows the table has its headings', () => {
    expect(tableLines([])).toHaveLength(1);
  });
});
