import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { required } from '../real-clients/expect.ts';
import { installClient } from '../real-clients/install.ts';
import {
  listClaudeServers,
  listCodexServers,
  listGeminiServers,
  runClaudeLine,
} from '../real-clients/run.ts';
import { anthropicStandIn } from '../stand-ins/anthropic.ts';
import { threeWritesAndAFailure } from '../stand-ins/script.ts';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';
import { serve } from '../support/serve.ts';

/** Printed at once: the test goes on with the other clients, so that no tally tells of it. */
const sayUnlooked = (reason: string): void => console.log(`skipped: ${reason}`);

test.describe('the clients’ own health commands', () => {
  test.setTimeout(420_000);

  test('Claude Code, Codex and Gemini CLI find Inkwatch, and looking is no write', async ({
    folder,
    home,
  }) => {
    const claude = await installClient('claude-code');
    const codex = await installClient('codex');
    const gemini = await installClient('gemini');
    const core = await serve(home);
    const { url, token } = core.endpoint;
    const model = await anthropicStandIn('inkwatch', threeWritesAndAFailure);
    const own = async (name: string) => {
      const made = join(folder, name);
      await mkdir(made);
      return made;
    };
    const entry = { name: 'inkwatch', url, token };

    if (claude.ok) {
      const run = { client: claude, home: await own('claude'), model };
      await runClaudeLine(
        run,
        `claude mcp add --scope user --transport http inkwatch ${url} --header "Authorization: Bearer ${token}"`,
      );
      const listed = await listClaudeServers(run);
      expect(listed.output).toMatch(/inkwatch: .*Connected/);
    } else sayUnlooked(claude.reason);

    if (gemini.ok) {
      const listed = await listGeminiServers(
        { client: gemini, home: await own('gemini'), model },
        entry,
      );
      expect(listed.output).toMatch(/inkwatch.*Connected/);
    } else sayUnlooked(gemini.reason);

    if (codex.ok) {
      const listed = await listCodexServers(
        { client: codex, home: await own('codex'), model },
        entry,
      );
      expect(listed, listed.output).toMatchObject({ code: 0 });
      expect(listed.output).toContain('inkwatch');
    } else sayUnlooked(codex.reason);

    if (!claude.ok && !gemini.ok && !codex.ok) required(claude);
    expect(await readLedger(home)).toEqual([]);
    await model.close();
    expect(await core.stop()).toBe(0);
  });
});
