import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where Claude Desktop keeps its file, for the person of an app that was started by `launchApp`. */
export const claudeDesktopFile = (folder: string): string => {
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
export interface ClaudeServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Claude Desktop's file with these servers, as a person keeps it: with other settings beside them. */
export const writeClaudeDesktop = async (
  folder: string,
  mcpServers: Readonly<Record<string, ClaudeServer>>,
): Promise<string> => {
  const file = claudeDesktopFile(folder);
  await mkdir(dirname(file), { recursive: true });
  const text = JSON.stringify({ globalShortcut: 'Alt+Space', mcpServers }, null, 2);
  await writeFile(file, `${text}\n`, { mode: 0o600 });
  return file;
};
