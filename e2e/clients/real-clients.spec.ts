import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expectThreeWritesAndAFailure, only, required } from '../real-clients/expect.ts';
import { installClient } from '../real-clients/install.ts';
import { playClaudeCode, playCodex, runClaudeLine } from '../real-clients/run.ts';
import { anthropicStandIn } from '../stand-ins/anthropic.ts';
import { openaiStandIn } from '../stand-ins/openai.ts';
import { threeWritesAndAFailure } from '../stand-ins/script.ts';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import { type RunningCore, serve } from '../support/serve.ts';

const entryOf = ({ endpoint }: RunningCore) => ({
  name: 'inkwatch',
  url: endpoint.url,
  token: endpoint.token,
});

test.describe('real clients write and are told apart', () => {
  // Room for a first run, which fetches some 200 MB per client.
  test.setTimeout(420_000);

  test('Claude Code makes three writes and one that fails', async ({ folder, home }) => {
    const client = await installClient('claude-code');
    required(client);
    const core = await serve(home);
    const model = await anthropicStandIn('inkwatch', threeWritesAndAFailure);
    const own = join(folder, 'claude-home');
    await mkdir(own);
    const run = { client, home: own, model };
    const { name, url, token } = entryOf(core);
    const added = await runClaudeLine(
      run,
      `claude mcp add --scope user --transport http ${name} ${url} --header "Authorization: Bearer ${token}"`,
    );
    expect(added, added.output).toMatchObject({ code: 0 });

    const exit = await playClaudeCode(run, name);

    expect(exit, exit.output).toMatchObject({ code: 0 });
    expect(exit.output).toContain(threeWritesAndAFailure.farewell);
    expect(model.outbound, 'nothing leaves the machine').toEqual([]);
    const rows = (await readLedger(home)).toReversed();
    expectThreeWritesAndAFailure(rows);
    expect(only(rows, 'client_info')).toBe('mcp:claude-code');
    expect(only(rows, 'client_name')).toBe('claude-code');
    expect(only(rows, 'client_version')).toContain(client.version);
    expect(only(rows, 'protocol_version')).toBe('2026-07-28');
    // It names no run of its own, and over HTTP this era has no session: stdio tells more.
    expect(only(rows, 'session_kind')).toBe('gap');
    expect(only(rows, 'session_id')).toBeTruthy();
    expect(rows.map((row) => row.call_id)).toEqual(['toolu_0', 'toolu_1', 'toolu_2', 'toolu_3']);
    await model.close();
    expect(await core.stop()).toBe(0);
  });

  for (const era of ['2025', '2026'] as const) {
    test(`Codex makes three writes and one that fails, in the ${era} era`, async ({
      folder,
      home,
    }) => {
      const client = await installClient('codex');
      required(client);
      const core = await serve(home);
      const model = await openaiStandIn('inkwatch', threeWritesAndAFailure);
      const own = join(folder, 'codex-home');
      await mkdir(own);

      const exit = await playCodex({ client, home: own, model }, entryOf(core), era);

      expect(exit, exit.output).toMatchObject({ code: 0 });
      expect(exit.output).toContain(threeWritesAndAFailure.farewell);
      expect(model.outbound, 'nothing leaves the machine').toEqual([]);
      const rows = (await readLedger(home)).toReversed();
      expectThreeWritesAndAFailure(rows);
      expect(only(rows, 'client_info')).toBe('mcp:codex-mcp-client');
      expect(only(rows, 'client_name')).toBe('codex-mcp-client');
      expect(only(rows, 'client_version')).toContain(client.version);
      expect(only(rows, 'session_kind')).toBe('client');
      expect(exit.output).toContain(`session id: ${only(rows, 'session_id')}`);
      expect(only(rows, 'turn_id')).toBeTruthy();
      expect(only(rows, 'model')).toBe('stand-in-model');
      expect(only(rows, 'protocol_version')).toBe(era === '2026' ? '2026-07-28' : '2025-06-18');
      expect(rows.map((row) => row.call_id)).toEqual(['call_0', 'call_1', 'call_2', 'call_3']);
      await model.close();
      expect(await core.stop()).toBe(0);
    });
  }
});
