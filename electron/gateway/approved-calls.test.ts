import { expect, it } from 'vitest';
import { outcomeOf } from '../../shared/outcome.ts';
import { type GatewayCore, gatewayCore } from '../testing/gateway-core.ts';
import { wayIn, wayNames } from '../testing/ways-in.ts';

const params = '{"name":"write_asked","arguments":{"path":"a","token":"SENTINEL-7f3a9c1e5b"}}';

async function asking(seconds = 60): Promise<GatewayCore> {
  const test = await gatewayCore();
  test.core.changeSettings({ gateway: { approvalSeconds: seconds } });
  const ask = { server: 'acting', tool: 'write_asked', policy: 'ask' } as const;
  await test.core.requests['servers:tool']?.(ask);
  return test;
}

const waiting = async ({ core }: GatewayCore) =>
  (await core.requests['approvals:list']?.({})) ?? [];
const untilAsked = async (test: GatewayCore) => {
  await expect.poll(async () => (await waiting(test)).length).toBe(1);
  const [approval] = await waiting(test);
  if (approval === undefined) throw new Error('nothing waits');
  return approval;
};
const decide = async (test: GatewayCore, decision: 'allow' | 'deny', always = false) => {
  const { approval_id } = await untilAsked(test);
  await test.core.requests['approvals:decide']?.({ approval_id, decision, always });
};
const told = (test: GatewayCore) =>
  test.rows().map((row) => ({
    outcome: outcomeOf(row),
    kind: row.error_kind,
    by: JSON.parse(row.args_summary ?? '{}').decided_by,
    attempts: row.attempts,
  }));

it.each(wayNames)('nobody answers in time: refused, and nothing was done, %s', async (name) => {
  const test = await asking(1);
  const way = await wayIn(name, test.core.home, 'acting');
  const answer = await way.request('tools/call', params);
  expect(answer.text).toContain('Nobody approved this call');
  await test.settled();
  expect(told(test)).toEqual([{ outcome: 'failed', kind: 'refused', by: 'nobody', attempts: 1 }]);
  expect(test.logged('got')).toEqual([]);
});

it.each(wayNames)('a client that gives up is asked for no more, %s', async (name) => {
  const test = await asking();
  const way = await wayIn(name, test.core.home, 'acting');
  const id = way.next();
  void way.request('tools/call', params).catch(() => undefined);
  const { arguments: shown } = await untilAsked(test);
  expect(shown).not.toContain('SENTINEL');
  await way.cancel(id);
  await expect.poll(() => waiting(test)).toEqual([]);
  await expect.poll(() => test.rows().length).toBe(1);
  await test.settled();
  expect(told(test)).toMatchObject([{ outcome: 'failed', kind: 'cancelled', by: 'nobody' }]);
  expect(test.logged('got')).toEqual([]);
});

it.each(wayNames)(
  'the same call again is one question and one call, also after the answer, %s',
  async (name) => {
    const test = await asking();
    const way = await wayIn(name, test.core.home, 'acting');
    const id = way.next();
    const first = way.request('tools/call', params);
    await untilAsked(test);
    const again = name.startsWith('HTTP') ? way.request('tools/call', params, id) : first;
    await decide(test, 'allow');
    expect((await again).text).toBe((await first).text);
    const later = await way.request('tools/call', params, id);
    expect(later.text).toBe((await first).text);
    await test.settled();
    expect(await waiting(test)).toEqual([]);
    expect(told(test)).toMatchObject([{ outcome: 'succeeded', kind: null, by: 'person' }]);
    expect(test.logged('did')).toEqual(['write_asked']);
  },
);

it.each(wayNames)('a client that wants progress hears that its call waits, %s', async (name) => {
  const test = await asking();
  const way = await wayIn(name, test.core.home, 'acting');
  const asked = way.request('tools/call', `${params.slice(0, -1)},"_meta":{"progressToken":0}}`);
  await untilAsked(test);
  await expect.poll(() => way.heard.length).toBe(1);
  expect(way.heard[0]?.value).toMatchObject({
    method: 'notifications/progress',
    params: { progressToken: 0, message: expect.stringContaining('Waiting for the person') },
  });
  await decide(test, 'allow');
  expect((await asked).value).toHaveProperty('result');
});

it('"always" is the tool’s policy from then on, and nobody is asked of what is refused anyway', async () => {
  const test = await asking();
  const way = await wayIn('HTTP 2025', test.core.home, 'acting');
  test.core.changeSettings({ policy: { readOnly: true } });
  expect((await way.request('tools/call', params)).text).toContain('read-only mode');
  test.core.changeSettings({ policy: { readOnly: false } });
  const first = way.request('tools/call', params);
  await decide(test, 'deny', true);
  expect((await first).text).toContain('The person refused this call');
  expect((await way.request('tools/call', params)).text).toContain('does not allow write_asked');
  await test.settled();
  expect(told(test).map(({ kind, by }) => [kind, by])).toEqual([
    ['refused', 'policy'],
    ['refused', 'person'],
    ['refused', 'policy'],
  ]);
});

it('a quit while a call waits leaves a row that says that nothing was done', async () => {
  const test = await asking();
  const way = await wayIn('HTTP 2025', test.core.home, 'acting');
  const answer = way.request('tools/call', params).catch(() => null);
  await untilAsked(test);
  await test.core.close();
  expect((await answer)?.text ?? 'cut').toMatch(/nothing was written|cut/);
  const rows = test.rows();
  expect(rows.map((row) => [outcomeOf(row), row.error_kind])).toEqual([['failed', 'refused']]);
  expect(test.logged('got')).toEqual([]);
});
