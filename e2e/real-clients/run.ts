import { spawn } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StandIn } from '../stand-ins/listen.ts';
import type { Era } from '../support/mcp.ts';
import type { InstalledClient } from './install.ts';

/** A client, the folder that is its whole home, and the stand-in for its model. */
export interface ClientRun {
  readonly client: Extract<InstalledClient, { ok: true }>;
  readonly home: string;
  readonly model: StandIn;
}

/** The MCP server as the client is told of it: by its address, or by a command to start. */
export type ServerEntry = { readonly name: string } & (
  | { readonly url: string; readonly token: string }
  | { readonly command: string; readonly args: readonly string[] }
);

export interface ClientExit {
  readonly code: number | null;
  readonly output: string;
}

const start = (
  home: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ClientExit> =>
  new Promise((done, failed) => {
    const child = spawn(command, args, {
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

const claudeEnvironment = (model: StandIn): Record<string, string> => ({
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
});

/** Runs a line of a shell in which `claude` is the real Claude Code, as a person pastes it. */
export const runClaudeLine = async (run: ClientRun, line: string): Promise<ClientExit> => {
  const { client, home, model } = run;
  const programs = join(home, 'bin');
  await mkdir(programs);
  await symlink(client.command, join(programs, 'claude'));
  const env = { ...claudeEnvironment(model), PATH: `${programs}:/usr/bin:/bin` };
  return start(home, '/bin/sh', ['-c', line], env);
};

/** Lets Claude Code, which knows the server already, play its script. */
export const playClaudeCode = (
  { client, home, model }: ClientRun,
  server: string,
): Promise<ClientExit> =>
  start(
    home,
    client.command,
    ['-p', 'Keep the plan.', '--allowedTools', `mcp__${server}`],
    claudeEnvironment(model),
  );

/**
 * Writes Codex's config.toml with the server and the stand-in model, and lets it play its script.
 * Its 2026-07-28 client is behind a feature flag (seen in `codex features list` of 0.171.0).
 */
export const playCodex = async (
  { client, home, model }: ClientRun,
  server: ServerEntry,
  era: Era,
): Promise<ClientExit> => {
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
${codexServer(server)}

[features]
plugins = false
apps = false
mcp_2026_07_28 = ${era === '2026'}

[analytics]
enabled = false
`,
  );
  const args = ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];
  return start(home, client.command, [...client.prefix, ...args, 'Keep the plan.'], {
    ...closedNetwork(model),
    CODEX_HOME: folder,
    STAND_IN_KEY: 'stand-in',
    ...('token' in server ? { INKWATCH_TOKEN: server.token } : {}),
  });
};

// A JSON string is a string of TOML, too.
const codexServer = (server: ServerEntry): string =>
  'url' in server
    ? `url = "${server.url}"\nbearer_token_env_var = "INKWATCH_TOKEN"`
    : `command = ${JSON.stringify(server.command)}\nargs = ${JSON.stringify(server.args)}`;

/** Claude Code's own check of its servers. */
export const listClaudeServers = ({ client, home, model }: ClientRun): Promise<ClientExit> =>
  start(home, client.command, ['mcp', 'list'], claudeEnvironment(model));

/** Codex's own list of its servers; it reads its configuration and connects to none of them. */
export const listCodexServers = async (
  { client, home, model }: ClientRun,
  server: Extract<ServerEntry, { url: string }>,
): Promise<ClientExit> => {
  const folder = join(home, '.codex');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'config.toml'),
    `[mcp_servers.${server.name}]\n${codexServer(server)}\n`,
  );
  return start(home, client.command, [...client.prefix, 'mcp', 'list'], {
    ...closedNetwork(model),
    CODEX_HOME: folder,
    INKWATCH_TOKEN: server.token,
  });
};

/** Gemini CLI's own check of its servers, with the entry that Inkwatch gives for it. */
export const listGeminiServers = async (
  { client, home, model }: ClientRun,
  server: Extract<ServerEntry, { url: string }>,
): Promise<ClientExit> => {
  const folder = join(home, '.gemini');
  await mkdir(folder, { recursive: true });
  const entry = { httpUrl: server.url, headers: { Authorization: `Bearer ${server.token}` } };
  await writeFile(
    join(folder, 'settings.json'),
    JSON.stringify({
      mcpServers: { [server.name]: entry },
      security: { folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true },
    }),
  );
  return start(home, client.command, [...client.prefix, 'mcp', 'list'], {
    ...closedNetwork(model),
    GEMINI_CLI_HOME: home,
  });
};
