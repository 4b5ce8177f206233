import { describe, expect, it } from 'vitest';
import { findClientFiles } from './find-clients.ts';
import type { ClientSurroundings } from './surroundings.ts';

/** A machine that has these files; the folders above them are there as well. */
function machine(
  platform: NodeJS.Platform,
  homeFolder: string,
  paths: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ClientSurroundings {
  const separator = platform === 'win32' ? '\\' : '/';
  const below = (folder: string) => paths.filter((path) => path.startsWith(folder + separator));
  return {
    env,
    platform,
    homeFolder,
    list: (folder) => [
      ...new Set(
        below(folder).map((path) => path.slice(folder.length + 1).split(separator)[0] ?? ''),
      ),
    ],
    standing: (path) =>
      paths.includes(path) ? 'file' : below(path).length > 0 ? 'folder' : 'absent',
  };
}

const found = (where: ClientSurroundings, projects: readonly string[] = []) =>
  findClientFiles(where, projects).map(
    ({ client, file, scope, state }) => `${client} ${scope} ${state} ${file}`,
  );

describe('the clients’ files', () => {
  it('are found on a Mac', () => {
    const support = '/Users/me/Library/Application Support';
    const files = [
      `${support}/Claude/claude_desktop_config.json`,
      '/Users/me/.claude.json',
      '/Users/me/.cursor/mcp.json',
      `${support}/Code/User/mcp.json`,
      `${support}/Code/User/profiles/abc/mcp.json`,
      '/Users/me/.codeium/windsurf/mcp_config.json',
      '/Users/me/.config/zed/settings.json',
      '/Users/me/.codex/config.toml',
      '/Users/me/.gemini/settings.json',
    ];
    expect(findClientFiles(machine('darwin', '/Users/me', files)).map(({ file }) => file)).toEqual(
      files,
    );
  });

  it('are found on Windows, also of Claude Desktop from the store', () => {
    const home = 'C:\\Users\\me';
    const env = { APPDATA: `${home}\\AppData\\Roaming`, LOCALAPPDATA: `${home}\\AppData\\Local` };
    const files = [
      `${env.LOCALAPPDATA}\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`,
      `${env.APPDATA}\\Claude\\claude_desktop_config.json`,
      `${home}\\.claude.json`,
      `${env.APPDATA}\\Code\\User\\mcp.json`,
      `${env.APPDATA}\\Zed\\settings.json`,
      `${home}\\.codex\\config.toml`,
    ];
    for (const variables of [env, {}]) {
      expect(
        findClientFiles(machine('win32', home, files, variables)).map(({ file }) => file),
      ).toEqual(files);
    }
  });

  it('are found on Linux, where the variables say', () => {
    const env = { XDG_CONFIG_HOME: '/conf', CODEX_HOME: '/codex', CLAUDE_CONFIG_DIR: '/cc' };
    const files = [
      '/conf/Claude/claude_desktop_config.json',
      '/cc/.claude.json',
      '/conf/Code - Insiders/User/mcp.json',
      '/conf/zed/settings.json',
      '/codex/config.toml',
    ];
    expect(
      findClientFiles(machine('linux', '/home/me', files, env)).map(({ file }) => file),
    ).toEqual(files);
    expect(
      found(
        machine('linux', '/home/me', ['/home/me/.config/zed/settings.json'], {
          XDG_CONFIG_HOME: 'relative',
        }),
      ),
    ).toEqual(['zed user present /home/me/.config/zed/settings.json']);
  });

  it('of a client that has none yet are told where it would read them, and others not at all', () => {
    expect(
      found(
        machine('linux', '/home/me', [
          '/home/me/.cursor/extensions/x',
          '/home/me/.claude/settings.json',
        ]),
      ),
    ).toEqual([
      'claude-code user absent /home/me/.claude.json',
      'cursor user absent /home/me/.cursor/mcp.json',
    ]);
    expect(found(machine('linux', '/home/me', ['/home/me/notes.txt']))).toEqual([]);
  });

  it('of projects count where somebody names the project', () => {
    const files = ['/p/.mcp.json', '/p/.vscode/mcp.json', '/p/.gemini/settings.json'];
    expect(found(machine('linux', '/home/me', files), ['/p', '/q'])).toEqual([
      'claude-code project present /p/.mcp.json',
      'vs-code project present /p/.vscode/mcp.json',
      'gemini-cli project present /p/.gemini/settings.json',
    ]);
  });
});
