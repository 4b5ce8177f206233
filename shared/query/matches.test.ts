import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyFilter, type WriteFilter } from '../filter.ts';
import type { LedgerRow } from '../ledger.ts';
import { resolveTimeRange, type TimeBounds } from '../time-range.ts';
import { matchesFilter } from './matches.ts';
import { parseQuery } from './parse.ts';

const base: LedgerRow = {
  id: 5,
  timestamp_ms: 1000,
  client_info: 'mcp:claude-ai',
  tool_name: 'memory.store',
  args_summary: '{"title":"100% of C:\\\\temp"}',
  resulting_chunk_id: null,
  success: 1,
  error_message: null,
  server_name: 'inkwatch',
  client_name: 'claude-ai',
  client_version: null,
  client_id: null,
  session_id: 'run-1',
  session_kind: 'client',
  turn_id: null,
  call_id: null,
  model: null,
  transport: 'http',
  protocol_version: null,
  namespace: 'notes',
  reason: 'École asked',
  args_digest: null,
  error_kind: null,
  finished_ms: 1001,
  elapsed_ms: 1,
  attempts: 1,
  repeats_id: null,
  repeat_no: 1,
  reverts_id: null,
  reverted_by_id: null,
  effect: 'write',
  row_hash: null,
};
const open: TimeBounds = { since_ms: null, until_ms: null };
const keeps = (query: string, row: Partial<LedgerRow> = {}): boolean =>
  matchesFilter({ ...base, ...row }, parseQuery(query, { now: 0 }).filter, open);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('matchesFilter', () => {
  it('takes a family for all its names and an exact client_info for itself', () => {
    expect(keeps('client:claude-desktop')).toBe(true);
    expect(keeps('client:mcp:claude-ai')).toBe(true);
    expect(keeps('client:mcp:claude-desktop')).toBe(false);
    expect(keeps('-client:"Claude Desktop"')).toBe(false);
    expect(keeps('client:mcp:cursor', { client_info: 'mcp:cursor-nightly' })).toBe(false);
    expect(keeps('client:=mcp:a_b', { client_info: 'mcp:aXb' })).toBe(false);
  });

  it('keeps any of the named values in a dimension, and all dimensions', () => {
    expect(keeps('tool:x tool:memory.store ns:notes server:inkwatch')).toBe(true);
    expect(keeps('tool:memory.store ns:other')).toBe(false);
    expect(keeps('tool:memory.store -tool:memory.store')).toBe(false);
  });

  it('does not take a write without a namespace for one in a namespace', () => {
    expect(keeps('ns:notes', { namespace: null })).toBe(false);
    expect(keeps('-ns:notes', { namespace: null })).toBe(true);
  });

  it('tells failed, refused and unknown apart', () => {
    const failed = { success: 0, error_kind: 'tool' } as const;
    const refused = { success: 0, error_kind: 'refused' } as const;
    const unknown = { success: 0, finished_ms: null } as const;
    expect([failed, refused, unknown].map((row) => keeps('is:failed', row))).toEqual([
      true,
      false,
      false,
    ]);
    expect([failed, refused, unknown].every((row) => keeps('is:not-succeeded', row))).toBe(true);
    expect(keeps('is:not-succeeded')).toBe(false);
  });

  it('searches literally, folding the case of ASCII letters only (d06)', () => {
    expect(keeps('MEMORY.store')).toBe(true);
    expect(keeps('100%')).toBe(true);
    expect(keeps('memory_store')).toBe(false);
    expect(keeps('C:\\\\temp')).toBe(true);
    expect(keeps('École')).toBe(true);
    expect(keeps('école')).toBe(false);
    expect(keeps('inkwatch')).toBe(false);
    expect(keeps('"store{"')).toBe(false);
    expect(matchesFilter(base, { ...emptyFilter, text: '  ' }, open)).toBe(true);
  });

  it('keeps exactly the rows of the burst that it is given', () => {
    const filter: WriteFilter = { ...emptyFilter, burst: 3 };
    const burst = { id: 3, client_info: 'mcp:claude-ai', first_id: 5, last_id: 6 };
    const inBurst = (id: number, client_info = base.client_info): boolean =>
      matchesFilter({ ...base, id, client_info }, filter, open, burst);
    expect([4, 5, 6, 7].map((id) => inBurst(id))).toEqual([false, true, true, false]);
    expect(inBurst(5, 'mcp:cursor')).toBe(false);
    expect(matchesFilter(base, filter, open)).toBe(false);
    expect(matchesFilter(base, filter, open, { ...burst, id: 4 })).toBe(false);
  });

  it('keeps [since, until), so that each row is in one local day of a week with 167 hours (d04)', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const times = [1774738799999, 1774738800000, 1774746000000, 1774821599999, 1774821600000];
    const inRange = (query: string): readonly boolean[] => {
      const { filter } = parseQuery(query, { now: 0 });
      const bounds = resolveTimeRange(filter.time, 1774800000000, 1);
      return times.map((timestamp_ms) => matchesFilter({ ...base, timestamp_ms }, filter, bounds));
    };
    expect(inRange('time:2026-03-29')).toEqual([false, true, true, true, false]);
    expect(inRange('time:today')).toEqual([false, true, true, true, false]);
    expect(inRange('time:yesterday')).toEqual([true, false, false, false, false]);
    expect(inRange('time:this-week')).toEqual([true, true, true, true, false]);
    expect(inRange('since:2026-03-30')).toEqual([false, false, false, false, true]);
  });
});
