import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StandIn } from '../stand-ins/listen.ts';
import type { Era } from '../support/mcp.ts';
import type { InstalledClient } from './install.ts';

/** Where a client finds the MCP server, and the folder that is its whole home. */
export interface ClientRun {
  readonly client: Extract<InstalledClient, { ok: true }>;
  readonly home: string;
  readonly model: StandIn;
  readonly server: { readonly name: string; readonly url: string; readonly token: string };
}

export interface ClientExit {
  readonly code: number | null;
  readonly output: string;
}

const start = (
  { client, home }: ClientRun,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ClientExit> =>
  new Promise((done, failed) => {
    const child = spawn(client.command, [...client.prefix, ...args], {
      cwd: home,
      // Nothing of the machine's own environment: no account, no proxy, no configuration of the person.
      env: { PATH: '/usr/bin:/bin', HOME: home, USERPROFILE: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => parts.push(part));
    const deadline = setTimeout(() => child.kill('SIGKILL'), 90_000);
    child.once('error', failed);
    child.once('close', (code) => {
      clearTimeout(deadline);
      done({ code, output: Buffer.concat(parts).toString('utf8') });
    });
  });

/** Whatever is not on this machine goes to the stand-in, which refuses it and notes the host. */
const closedNetwork = (model: StandIn): Record<string, string> => ({
  HTTPS_PROXY: model.url,
  https_proxy: model.url,
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
});

/** Adds the server to Claude Code as a person would, with `claude mcp add`, and lets it play its script. */
export const runClaudeCode = async (run: ClientRun): Promise<ClientExit> => {
  const { server, model } = run;
  const env = {
    ...closedNetwork(model),
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'sk-ant-stand-in',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    // Its tools are then named in the first request, where a script can call them, instead of behind a search.
    ENABLE_TOOL_SEARCH: 'false',
    MCP_CONNECTION_NONBLOCKING: '0',
  };
  const header = ['--header', `Authorization: Bearer ${server.token}`];
  const added = await start(
    run,
    ['mcp', 'add', '--scope', 'user', '--transport', 'http', server.name, server.url, ...header],
    env,
  );
  if (added.code !== 0) return added;
  return start(run, ['-p', 'Keep the plan.', '--allowedTools', `mcp__${server.name}`], env);
};

/**
 * Writes Codex's config.toml with the server and the stand-in model, and lets it play its script.
 * Its 2026-07-28 client is behind a feature flag (seen in `codex features list` of 0.171.0).
 */
export const runCodex = async (run: ClientRun, era: Era): Promise<ClientExit> => {
  const { server, model, home } = run;
  const folder = join(home, '.codex');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'config.toml'),
    `model = "stand-in-model"
model_provider = "stand-in"
check_for_update_on_startup = false

[model_providers.stand-in]
name = "stand-in"
base_url = "${model.url}/v1"
wire_api = "responses"
env_key = "STAND_IN_KEY"

[mcp_servers.${server.name}]
url = "${server.url}"
bearer_token_env_var = "INKWATCH_TOKEN"

[features]
plugins = false
apps = false
mcp_2026_07_28 = ${era === '2026'}

[analytics]
enabled = false
`,
  );
  return start(
    run,
    [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      'Keep the plan.',
    ],
    {
      ...closedNetwork(model),
      CODEX_HOME: folder,
      STAND_IN_KEY: 'stand-in',
      INKWATCH_TOKEN: server.token,
    },
  );
};
