import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { installServer } from '../real-upstreams/install.ts';
import { appEnvironment, type RunningApp } from './app.ts';
import { test } from './fixtures.ts';

/** Where Claude Desktop keeps its file, for the person of an app that was started by `launchApp`. */
const claudeDesktopFile = (folder: string): string => {
  const person = join(folder, 'person');
  const file = 'claude_desktop_config.json';
  switch (process.platform) {
    case 'darwin':
      return join(person, 'Library', 'Application Support', 'Claude', file);
    default:
      return join(person, 'config', 'Claude', file);
  }
};

/** A command that Claude Desktop starts. */
interface ClaudeServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Claude Desktop's file with these servers, as a person keeps it: with other settings beside them. */
const writeClaudeDesktop = async (
  folder: string,
  mcpServers: Readonly<Record<string, ClaudeServer>>,
): Promise<string> => {
  const file = claudeDesktopFile(folder);
  await mkdir(dirname(file), { recursive: true });
  const text = JSON.stringify({ globalShortcut: 'Alt+Space', mcpServers }, null, 2);
  await writeFile(file, `${text}\n`, { mode: 0o600 });
  return file;
};

/** The servers of Claude Desktop here; skips the test where they cannot be had. */
const installed = async () => {
  const [files, memory] = [await installServer('filesystem'), await installServer('memory')];
  for (const server of [files, memory]) {
    if (!server.ok) console.log(`skipped: ${server.reason}`);
    test.skip(!server.ok, server.ok ? '' : server.reason);
  }
  if (!files.ok || !memory.ok) throw new Error('skipped');
  return { files: files.script, memory: memory.script };
};

/** A person with Claude Desktop, two servers in its file, and a folder that one of them may write to. */
export const personWithClaude = async (folder: string) => {
  const scripts = await installed();
  const documents = join(folder, 'documents');
  await mkdir(documents);
  const file = await writeClaudeDesktop(folder, {
    files: { command: process.execPath, args: [scripts.files, documents] },
    memory: {
      command: process.execPath,
      args: [scripts.memory],
      env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl'), API_KEY: 'SENTINEL-key-7f3a' },
    },
  });
  return { documents, file, original: await readFile(file, 'utf8') };
};

/** The official client, started as Claude Desktop starts what its file says. */
export const startAsClaude = async (
  app: RunningApp,
  folder: string,
  file: string,
  server: string,
) => {
  const { mcpServers } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly mcpServers: Readonly<Record<string, ClaudeServer>>;
  };
  const entry = mcpServers[server];
  if (entry === undefined) throw new Error(`no entry ${server}`);
  const client = new Client({ name: 'claude-ai', version: '0.1.0' });
  const env = appEnvironment({ home: app.home, person: join(folder, 'person') }, entry.env ?? {});
  await client.connect(
    new StdioClientTransport({ command: entry.command, args: [...entry.args], env }),
  );
  return client;
};
