import { expect, it } from 'vitest';
import { insertRow, testLedger } from '../../testing/ledger.ts';
import { toolLastUses, toolStats } from './tool-stats.ts';

it('counts calls, failures and unknown ends, and ranks elapsed times, per server and tool', () => {
  const { write, read } = testLedger();
  const add = (server_name: string, row: Readonly<Record<string, string | number | null>>) =>
    insertRow(write, { server_name, tool_name: 'create_issue', ...row });
  for (let n = 1; n <= 100; n += 1) {
    add('github', { timestamp_ms: 1000 + n, elapsed_ms: n, success: n <= 3 ? 0 : 1 });
  }
  add('github', { timestamp_ms: 1500, success: 0, finished_ms: null, elapsed_ms: null });
  add('gitlab', { timestamp_ms: 1600, elapsed_ms: 7 });
  add('github', { timestamp_ms: 9000, elapsed_ms: 5000 });
  expect(toolStats(read, { since_ms: 1000, until_ms: 2000 })).toEqual([
    {
      server: 'github',
      tool: 'create_issue',
      calls: 101,
      failures: 3,
      unknown: 1,
      p50_ms: 50,
      p95_ms: 95,
      p99_ms: 99,
      last_ms: 9000,
    },
    {
      server: 'gitlab',
      tool: 'create_issue',
      calls: 1,
      failures: 0,
      unknown: 0,
      p50_ms: 7,
      p95_ms: 7,
      p99_ms: 7,
      last_ms: 1600,
    },
  ]);
});

it('tells the last call of a tool in the whole ledger, by server, and that there was none', () => {
  const { write, read } = testLedger();
  for (const [server_name, timestamp_ms] of [
    ['github', 1000],
    ['github', 2000],
    ['gitlab', 9000],
  ] as const) {
    insertRow(write, { server_name, tool_name: 'create_issue', timestamp_ms });
  }
  const tools = ['gitlab', 'github', 'gitea'].map((server) => ({ server, tool: 'create_issue' }));
  expect(toolLastUses(read, tools).map(({ server, last_ms }) => [server, last_ms])).toEqual([
    ['gitlab', 9000],
    ['github', 2000],
    ['gitea', null],
  ]);
});

it('without an elapsed time there is no percentile, and without rows there is nothing', () => {
  const { write, read } = testLedger();
  expect(toolStats(read, { since_ms: null, until_ms: null })).toEqual([]);
  insertRow(write, { elapsed_ms: null, finished_ms: null, success: 0 });
  expect(toolStats(read, { since_ms: null, until_ms: null })).toMatchObject([
    { calls: 1, failures: 0, unknown: 1, p50_ms: null, p99_ms: null },
  ]);
});
