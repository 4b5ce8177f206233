import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from '../../scripts/lib/project.mjs';
import { expectThreeWritesAndAFailure, only, required } from '../real-clients/expect.ts';
import { installClient } from '../real-clients/install.ts';
import { playClaudeCode, playCodex, runClaudeLine } from '../real-clients/run.ts';
import { anthropicStandIn } from '../stand-ins/anthropic.ts';
import { openaiStandIn } from '../stand-ins/openai.ts';
import { threeWritesAndAFailure } from '../stand-ins/script.ts';
import { expect, test } from '../support/fixtures.ts';
import { endpointOf, readLedger } from '../support/home.ts';
import { serve } from '../support/serve.ts';

const commandFor = (home: string, ...more: readonly string[]) => ({
  name: 'inkwatch',
  command: process.execPath,
  args: [at('dist/electron/cli.js'), 'stdio', '--home', home, ...more],
});

test.describe('real clients write through the stdio bridge', () => {
  // Room for a first run, which fetches some 200 MB per client.
  test.setTimeout(420_000);

  test('Claude Code, with no Inkwatch running: the bridge starts one', async ({ folder, home }) => {
    const client = await installClient('claude-code');
    required(client);
    const model = await anthropicStandIn('inkwatch', threeWritesAndAFailure);
    const own = join(folder, 'claude-home');
    await mkdir(own);
    const run = { client, home: own, model };
    const { name, command, args } = commandFor(home);
    const words = [command, ...args].map((word) => `'${word}'`).join(' ');
    const added = await runClaudeLine(run, `claude mcp add --scope user ${name} -- ${words}`);
    expect(added, added.output).toMatchObject({ code: 0 });

    const exit = await playClaudeCode(run, name);
    const { pid } = await endpointOf(home);
    try {
      expect(exit, exit.output).toMatchObject({ code: 0 });
      expect(exit.output).toContain(threeWritesAndAFailure.farewell);
      expect(model.outbound, 'nothing leaves the machine').toEqual([]);
      const rows = (await readLedger(home)).toReversed();
      expectThreeWritesAndAFailure(rows);
      expect(only(rows, 'client_info')).toBe('mcp:claude-code');
      expect(only(rows, 'client_version')).toContain(client.version);
      expect(only(rows, 'transport')).toBe('stdio');
      expect(only(rows, 'session_kind')).toBe('transport');
      expect(only(rows, 'session_id')).toBeTruthy();
    } finally {
      process.kill(pid, 'SIGTERM');
      await model.close();
    }
  });

  for (const era of ['2025', '2026'] as const) {
    test(`Codex, in the ${era} era`, async ({ folder, home }) => {
      const client = await installClient('codex');
      required(client);
      const core = await serve(home);
      const model = await openaiStandIn('inkwatch', threeWritesAndAFailure);
      const own = join(folder, 'codex-home');
      await mkdir(own);

      const server = commandFor(home, '--no-start');
      const exit = await playCodex({ client, home: own, model }, server, era);

      expect(exit, exit.output).toMatchObject({ code: 0 });
      expect(exit.output).toContain(threeWritesAndAFailure.farewell);
      const rows = (await readLedger(home)).toReversed();
      expectThreeWritesAndAFailure(rows);
      expect(only(rows, 'client_info')).toBe('mcp:codex-mcp-client');
      expect(only(rows, 'transport')).toBe('stdio');
      expect(only(rows, 'session_kind')).toBe('client');
      expect(only(rows, 'model')).toBe('stand-in-model');
      await model.close();
      expect(await core.stop()).toBe(0);
    });
  }
});
