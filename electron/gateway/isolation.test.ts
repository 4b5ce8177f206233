import { expect, it } from 'vitest';
import { gatewayCore } from '../testing/gateway-core.ts';
import { oddConfig } from '../testing/upstreams/odd-upstreams.ts';
import { wayIn } from '../testing/ways-in.ts';

const call = (tool: string) => `{"name":"${tool}","arguments":{"path":"a"}}`;

it('h01: servers that fail in every way cost the list and the other servers’ calls nothing', async () => {
  const test = await gatewayCore();
  const bad = {
    silent: { silent: ['initialize'] },
    dies: { crashAtStart: true },
    floods: { flood: 'stderr' },
    garbage: { flood: 'stdout' },
    grows: { endless: true },
    slow: { silent: ['tools/list'] },
    huge: { answerBytes: 2_000_000 },
  } as const;
  for (const [name, odd] of Object.entries(bad)) {
    await test.add(oddConfig(name, odd, { messageLimitBytes: 1_000_000 }));
  }
  const way = await wayIn('HTTP 2025', test.core.home, null);
  const direct = await wayIn('HTTP 2025', test.core.home, 'acting');
  const started = performance.now();
  const { value } = await way.request('tools/list', '{}');
  // 5 s are waited for those that do not answer; the rest of the time is this machine's.
  expect(performance.now() - started).toBeLessThan(15_000);
  const names = (value.result as { tools: { name: string }[] }).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['acting__write_ok', 'memory_store', 'tools_call']));

  const calls = Object.keys(bad).map((name) =>
    way.request('tools/call', call(`${name}__tool-0`)).catch(() => null),
  );
  for (let turn = 0; turn < 10; turn += 1) {
    const before = performance.now();
    const answers = await Promise.all([
      way.request('tools/call', call('acting__write_ok')),
      direct.request('tools/call', call('write_ok')),
      way.request('tools/call', '{"name":"memory_store","arguments":{"title":"a","content":"b"}}'),
    ]);
    expect(performance.now() - before).toBeLessThan(3000);
    for (const answer of answers) expect(answer.value).not.toHaveProperty('result.isError');
  }
  // Who was waited for in vain is not waited for again.
  const again = performance.now();
  await way.request('tools/list', '{}');
  expect(performance.now() - again).toBeLessThan(2500);
  const views = (await test.core.requests['servers:list']?.({})) ?? [];
  const whys = new Map(views.map(({ name, state }) => [name, state.why]));
  for (const name of ['dies', 'grows']) expect(whys.get(name), name).not.toBe('');
  void calls;
}, 180_000);

it('20 servers of 50 tools list in about the time of the slowest', async () => {
  const test = await gatewayCore();
  for (let at = 0; at < 20; at += 1) {
    await test.add(oddConfig(`many-${at}`, { tools: 50, page: 25 }));
  }
  const way = await wayIn('HTTP 2025', test.core.home, null);
  const list = async () => {
    const { value } = await way.request('tools/list', '{}');
    return (value.result as { tools: { name: string }[] }).tools.map(({ name }) => name);
  };
  await expect.poll(async () => (await list()).length, { timeout: 30_000 }).toBeGreaterThan(1000);
  const names = await list();
  expect(new Set(names).size).toBe(names.length);
  expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
  // What is known is not asked for again: this is our own time alone.
  const started = performance.now();
  await list();
  expect(performance.now() - started).toBeLessThan(1500);
}, 180_000);
