import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { OfferedItem } from '../../shared/client-files.ts';
import { startServe } from '../testing/cli-process.ts';
import { jsonRows, runCli } from '../testing/run-cli.ts';
import { tempHome } from '../testing/temp-home.ts';

/** A person with a file of Claude Desktop and one of Cursor, and the command line as they run it. */
function person() {
  const folder = tempHome();
  const home = join(folder, 'inkwatch');
  const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), APPDATA: '' };
  const put = (file: string, value: unknown): string => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(value, null, 3)}\n`);
    return file;
  };
  const claude = put(join(folder, 'config', 'Claude', 'claude_desktop_config.json'), {
    theme: 'dark',
    mcpServers: {
      files: { command: 'npx', args: ['-y', 'files'], env: { KEY: 'SENTINEL-key-7f3a' } },
    },
  });
  const cursor = put(join(folder, '.cursor', 'mcp.json'), {
    mcpServers: { notes: { url: 'https://notes.example/mcp' } },
  });
  const server = (...args: readonly string[]) => runCli(['server', ...args, '--home', home], env);
  return { folder, home, env, claude, cursor, server };
}

const original = (file: string): string => readFileSync(file, 'utf8');

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux(
  'an import is shown first, changes files only with --apply, and is taken back',
  async () => {
    const { claude, cursor, server } = person();
    const before = [original(claude), original(cursor)];
    const preview = await server('import');
    expect(preview.stderr).toBe('');
    expect(preview.code).toBe(0);
    expect(preview.stdout).toContain('--server');
    expect(preview.stdout).toContain('https://notes.example/mcp');
    expect(preview.stdout).not.toContain('SENTINEL');
    expect([original(claude), original(cursor)]).toEqual(before);

    const only = jsonRows(await server('import', 'claude-desktop', '--json'));
    expect(
      (only as unknown as readonly OfferedItem[]).map(({ entry, state }) => [entry, state]),
    ).toEqual([['files', 'new']]);

    const done = await server('import', '--apply');
    expect(done.stderr).toBe('');
    expect(done.stdout).toContain('files is behind the gateway now.');
    expect(done.stdout).toContain('notes is behind the gateway now.');
    expect(done.stdout).not.toContain('SENTINEL');
    expect(original(claude)).toContain('"--server"');
    expect(original(claude)).not.toContain('SENTINEL');
    expect(original(claude)).toContain('"theme": "dark"');
    expect(original(cursor)).toMatch(/127\.0\.0\.1:\d+\/mcp\/notes/);
    const list = jsonRows(await server('list', '--json'));
    expect(list.map(({ name }) => name)).toEqual(['files', 'notes']);

    const again = await server('import', '--apply');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to import') });

    expect((await server('restore', 'claude-desktop')).stdout).toContain('was restored');
    expect(original(claude)).toBe(before[0]);
    writeFileSync(cursor, `${original(cursor)}\n`);
    const refused = await server('restore', cursor);
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('--force') });
    expect((await server('restore', cursor, '--force')).stdout).toContain('what was there is');
    expect(original(cursor)).toBe(before[1]);
    expect((await server('restore', 'zed')).code).toBe(1);
  },
  60_000,
);

onLinux(
  'a running core takes the import, and wrong use is told',
  async () => {
    const { home, claude, env, server } = person();
    // The process that serves finds the clients of its own person.
    for (const [name, value] of Object.entries(env)) process.env[name] = value;
    const serve = await startServe(home, '--port', '0');
    const done = await server('import', 'claude-desktop', '--apply', '--no-point', '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({
      items: [{ server: 'files', added: true }],
      files: [],
    });
    expect(original(claude)).toContain('SENTINEL');
    await serve.end('SIGTERM');
    expect((await server('import', 'emacs')).code).toBe(2);
  },
  60_000,
);
