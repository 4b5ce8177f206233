import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerRow } from '../../shared/ledger.ts';
import { type InstalledClient, installClient } from '../real-clients/install.ts';
import {
  type ClientRun,
  playClaudeCode,
  playCodex,
  runClaudeLine,
  type ServerEntry,
} from '../real-clients/run.ts';
import { anthropicStandIn } from '../stand-ins/anthropic.ts';
import { openaiStandIn } from '../stand-ins/openai.ts';
import { threeWritesAndAFailure } from '../stand-ins/script.ts';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import { type RunningCore, serve } from '../support/serve.ts';

/** Skips the test, saying why, where the client cannot be had: what did not run is not counted as passed. */
function required(client: InstalledClient): asserts client is ClientRun['client'] {
  if (!client.ok) console.log(`skipped: ${client.reason}`);
  test.skip(!client.ok, client.ok ? '' : client.reason);
}

const entryOf = ({ endpoint }: RunningCore): ServerEntry => ({
  name: 'inkwatch',
  url: endpoint.url,
  token: endpoint.token,
});

const only = (rows: readonly LedgerRow[], column: keyof LedgerRow): unknown => {
  const values = new Set(rows.map((row) => row[column]));
  expect(values.size, `one ${column} in all rows`).toBe(1);
  return [...values][0];
};

/** What both clients' rows have in common: three writes on one chunk, then one that failed. */
const expectThreeWritesAndAFailure = (rows: readonly LedgerRow[]): void => {
  expect(rows.map((row) => row.tool_name)).toEqual([
    'memory.store',
    'memory.note',
    'tree.tag',
    'memory.note',
  ]);
  expect(rows.map((row) => row.success)).toEqual([1, 1, 1, 0]);
  const chunk = rows[0]?.resulting_chunk_id;
  expect(chunk).toBeTruthy();
  expect(rows.slice(1, 3).map((row) => row.resulting_chunk_id)).toEqual([chunk, chunk]);
  expect(rows[3]).toMatchObject({
    error_kind: 'tool',
    error_message: expect.stringContaining('no-such-chunk'),
  });
  expect(rows[0]?.reason).toBe('the user asked to keep the plan');
  expect(new Set(rows.map((row) => row.call_id)).size, 'each call has an id of its own').toBe(4);
};

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
    expect(only(rows, 'protocol_version')).toBe('2025-11-25');
    expect(only(rows, 'session_kind'), 'Claude Code names no run of its own').toBe('transport');
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
