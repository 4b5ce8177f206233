import { afterEach, expect, test, vi } from 'vitest';
import { resolveTimeRange } from '../../../shared/time-range.ts';
import { testLedger } from '../../testing/ledger.ts';
import { putRows, rowWith } from '../../testing/rows.ts';
import { report } from './report.ts';

afterEach(() => void vi.unstubAllEnvs());

const hour = 3_600_000;
/** Monday 23 March 2026 in Berlin; the clocks change on its Sunday. */
const monday = Date.parse('2026-03-22T23:00Z');

const weekOf = (at: number) => {
  const { since_ms, until_ms } = resolveTimeRange({ kind: 'preset', preset: 'this-week' }, at, 1);
  return [since_ms ?? 0, until_ms ?? 0] as const;
};

test('a week of 167 hours has seven days, and each write is in one of them', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const { write } = testLedger();
  const times = [0, 24, 47.5, 6 * 24 + 1.5, 6 * 24 + 22.9].map((hours) => monday + hours * hour);
  putRows(
    write,
    [...times, monday - 1, monday + 167 * hour].map((timestamp_ms, n) =>
      rowWith({ id: n + 1, timestamp_ms }),
    ),
  );
  const [since, until] = weekOf(monday + 30 * hour);
  expect([since, until]).toEqual([monday, monday + 167 * hour]);
  const found = report(write, since, until);
  expect(found.days.map((day) => day.counts.succeeded)).toEqual([1, 2, 0, 0, 0, 0, 2]);
  expect(found).toMatchObject({ writes: 5, before: { writes: 1, until_ms: since, whole: true } });
});

test('who wrote how much where, what failed and why, runs, documents and what is new', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const { write } = testLedger();
  const at = (hours: number) => monday + hours * hour;
  putRows(write, [
    // Claude Desktop is known by another of its names: it is not new.
    rowWith({ id: 1, timestamp_ms: at(-50), client_info: 'mcp:claude-desktop' }),
    rowWith({ id: 2, timestamp_ms: at(1), client_info: 'mcp:claude-ai', namespace: 'work' }),
    rowWith({ id: 3, timestamp_ms: at(2), client_info: 'mcp:claude-ai', namespace: 'work' }),
    rowWith({
      id: 4,
      timestamp_ms: at(3),
      client_info: 'mcp:cursor',
      client_name: 'cursor',
      tool_name: 'tree.tag',
      session_id: 'run-2',
      success: 0,
      error_kind: 'refused',
      error_message: 'the namespace is pinned',
    }),
    rowWith({
      id: 5,
      timestamp_ms: at(4),
      client_info: 'mcp:cursor',
      tool_name: 'tree.tag',
      session_id: 'run-2',
      success: 0,
      error_kind: 'refused',
      error_message: 'the namespace is pinned to mcp',
    }),
    rowWith({ id: 6, timestamp_ms: at(5), resulting_chunk_id: 'elsewhere', session_id: 'run-2' }),
    rowWith({ id: 7, timestamp_ms: at(6), effect: 'read' }),
  ]);
  const found = report(write, ...weekOf(at(10)));
  expect(found.writes).toBe(5);
  expect(found.outcomes).toEqual({ succeeded: 3, failed: 0, refused: 2, unknown: 0 });
  expect(found.places[0]).toMatchObject({
    label: 'Claude Desktop',
    server: 'inkwatch',
    namespace: 'work',
    writes: 2,
  });
  expect(found.causes).toEqual([
    {
      outcome: 'refused',
      kind: 'refused',
      tool: 'tree.tag',
      writes: 2,
      write_id: 5,
      message: 'the namespace is pinned to mcp',
    },
  ]);
  expect(found.runs[0]).toMatchObject({ session_id: 'run-2', writes: 3, failures: 2 });
  expect(found.firsts.map(({ kind, value }) => [kind, value])).toEqual([
    ['client', 'cursor'],
    ['tool', 'tree.tag'],
    ['client', 'claude-code'],
  ]);
  expect(found.documents).toEqual([
    {
      chunk_id: 'elsewhere',
      title: null,
      namespace: null,
      changes: 1,
      clients: 1,
      last_ms: at(5),
    },
  ]);
});

test('a week that is not over is compared with as much of the week before', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const { write } = testLedger();
  const day = 24 * hour;
  putRows(
    write,
    [-7 * day, -6 * day, -3 * day, 0, hour].map((by, n) =>
      rowWith({ id: n + 1, timestamp_ms: monday + by }),
    ),
  );
  const [since, until] = weekOf(monday);
  expect(report(write, since, until, monday + 1.5 * day).before).toEqual({
    since_ms: since - 7 * day,
    until_ms: since - 5.5 * day,
    writes: 2,
    whole: false,
  });
  expect(report(write, since, until, until).before).toMatchObject({ writes: 3, whole: true });
});

test('an empty week is a report with nothing in it', () => {
  const { write } = testLedger();
  expect(report(write, monday, monday + 24 * hour)).toMatchObject({
    writes: 0,
    clients: [],
    runs: [],
    runs_total: 0,
    documents_total: 0,
  });
});
