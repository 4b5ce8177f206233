import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { homePaths } from '../home/paths.ts';
import { call, testCore } from '../testing/core.ts';
import { holdLedger } from '../testing/hold-ledger.ts';

const bound = 64 * 1024 * 1024;

it('case c01: a read that another program holds open lets the log grow; it shrinks under its bound without a restart', {
  timeout: 180_000,
}, async () => {
  const { core, post, session } = await testCore();
  const headers = await session();
  const log = () => statSync(`${homePaths(core.home).database}-wal`).size;
  const state = async () => {
    const report = await core.requests['health:report']?.({});
    return report?.checks.find(({ key }) => key === 'wal')?.state;
  };
  const write = async (id: number) => {
    const reply = await post(
      call(id, 'memory_store', { title: `t${id}`, content: 'x'.repeat(1_000_000) }),
      headers,
    );
    expect(reply.text).toContain('document_id');
  };
  await write(0);
  const reader = await holdLedger(homePaths(core.home).database, 'reading');
  let id = 1;
  while (log() < bound && id < 200) {
    await write(id);
    id += 1;
  }
  await write(id);
  expect(log()).toBeGreaterThan(bound);
  expect(await state()).toBe('warning');
  await reader.release();
  for (let more = 1; more <= 3; more += 1) await write(id + more);
  expect(log()).toBeLessThan(bound);
  expect(await state()).toBe('ok');
});

it('case c01: without such a reader it stays small, while pages are read between the writes', async () => {
  const { core, post, session, rows } = await testCore();
  const headers = await session();
  let largest = 0;
  for (let id = 0; id < 400; id += 1) {
    await post(
      call(id, 'memory_store', { title: `t${id}`, content: 'x'.repeat(100_000) }),
      headers,
    );
    if (id % 20 === 0) rows();
    largest = Math.max(largest, statSync(`${homePaths(core.home).database}-wal`).size);
  }
  expect(largest).toBeLessThan(bound / 2);
}, 180_000);
