import { expect, it } from 'vitest';
import { call, testCore } from '../../testing/core.ts';
import { runSql } from '../../testing/side-door.ts';

it('makes a tool throw over the real endpoint, calls again, and leaves rows that say whose they are', async () => {
  const { core, rows } = await testCore();
  const result = await core.requests['health:self-test']?.({});
  expect(result?.steps.filter(({ passed }) => !passed)).toEqual([]);
  expect(result).toMatchObject({ passed: true });
  expect(rows()).toMatchObject([
    {
      id: 2,
      tool_name: 'inkwatch.self_test',
      success: 1,
      client_name: 'Inkwatch self-test',
      client_info: 'mcp:inkwatch-self-test',
    },
    {
      id: 1,
      tool_name: 'inkwatch.self_test',
      success: 0,
      error_kind: 'tool',
      error_message: 'thrown on purpose by the self-test',
      client_name: 'Inkwatch self-test',
    },
  ]);
});

it('its tool is nobody else’s: not listed, unknown before, refused without the key meanwhile', async () => {
  const { core, post, session, client } = await testCore();
  const { tools } = await (await client('2025')).listTools();
  expect(tools.map(({ name }) => name).join()).not.toContain('self_test');
  const headers = await session();
  const tries = async (id: number) =>
    (await post(call(id, 'inkwatch.self_test', { mode: 'throw', key: 'guess' }), headers)).text;
  expect(await tries(1)).toContain('Unknown tool');
  const running = core.requests['health:self-test']?.({});
  const meanwhile = await tries(2);
  expect(meanwhile).not.toContain('thrown on purpose');
  expect(await running).toMatchObject({ passed: true });
});

it('fails where the ledger takes no rows, and says at which step', async () => {
  const { core } = await testCore();
  const fail = "SELECT RAISE(ABORT, 'no rows')";
  runSql(core.home, `CREATE TRIGGER no_rows BEFORE INSERT ON mcp_writes BEGIN ${fail}; END`);
  const result = await core.requests['health:self-test']?.({});
  expect(result?.passed).toBe(false);
  expect(result?.steps.find(({ name }) => name.startsWith('Its row'))).toMatchObject({
    passed: false,
    says: 'There is no row.',
  });
});

it('fails in words while writes are refused', async () => {
  const { core } = await testCore();
  core.changeSettings({ policy: { readOnly: true } });
  const result = await core.requests['health:self-test']?.({});
  expect(result?.passed).toBe(false);
  expect(JSON.stringify(result)).toMatch(/read-only/i);
});
