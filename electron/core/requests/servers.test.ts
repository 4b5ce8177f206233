import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltWorkers, buildWorkers } from '../../testing/build-workers.ts';
import { gatewayCore } from '../../testing/gateway-core.ts';
import { insertRow, testLedger } from '../../testing/ledger.ts';
import { tempHome } from '../../testing/temp-home.ts';
import { wayIn } from '../../testing/ways-in.ts';

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildWorkers({ 'read-worker': 'db/read-worker.ts' });
});
afterAll(() => workers.remove());

const dayMs = 24 * 60 * 60_000;

it('last use and “not since N days” are over the whole ledger, whatever the range shows', async () => {
  const home = tempHome();
  const longAgo = Date.now() - 40 * dayMs;
  const old = testLedger(home);
  insertRow(old.write, {
    server_name: 'acting',
    tool_name: 'write_iserror',
    timestamp_ms: longAgo,
  });
  old.close();
  const test = await gatewayCore({ home, workerFolder: workers.folder });
  const way = await wayIn('HTTP 2025', home, 'acting');
  await way.request('tools/list', '{}');
  await way.request('tools/call', '{"name":"write_ok","arguments":{"path":"a"}}');
  await test.settled();

  const stats = async (since_ms: number | null, until_ms: number | null, unused_days: number) => {
    const time = { kind: 'between', since_ms, until_ms } as const;
    const found = await test.core.requests['servers:stats']?.({ time, unused_days });
    const last = (tool: string) => found?.known?.find((one) => one.tool === tool)?.last_ms;
    const unused = found?.unused?.map(({ tool }) => tool);
    return { called: found?.tools.map(({ tool }) => tool), last, unused };
  };
  const usedNow = test.rows().find(({ tool_name }) => tool_name === 'write_ok')?.timestamp_ms;

  // A range without a call of either: both still have their last use.
  const between = await stats(longAgo + dayMs, longAgo + 2 * dayMs, 30);
  expect(between.called).toEqual([]);
  expect(between.last('write_ok')).toBe(usedNow);
  expect(between.last('write_iserror')).toBe(longAgo);
  expect(between.last('write_throws')).toBe(null);
  expect(between.unused).toContain('write_iserror');
  expect(between.unused).toContain('write_throws');
  expect(between.unused).not.toContain('write_ok');
  // Its reads leave no row by setting: nobody can say that it is unused.
  expect(between.unused).not.toContain('read_ok');

  const longer = await stats(null, null, 60);
  expect(longer.called).toEqual(expect.arrayContaining(['write_ok', 'write_iserror']));
  expect(longer.unused).not.toContain('write_iserror');
  expect(longer.unused).toContain('write_throws');
});
