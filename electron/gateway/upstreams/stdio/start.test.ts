import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempHome } from '../../../testing/temp-home.ts';
import { call, hello, oddConfig, testUpstreams } from '../../../testing/upstreams/odd-upstreams.ts';
import { childEnv, pathOf } from './child-env.ts';
import { findCommand } from './find-command.ts';

function program(folder: string, name: string, mode = 0o755): string {
  const file = join(folder, name);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, mode);
  return file;
}

describe('h04: a command', () => {
  it('is found in PATH, at its place, or below its working folder', async () => {
    const [a, b] = [tempHome(), tempHome()];
    mkdirSync(join(a, 'tool'));
    program(a, 'plain', 0o644);
    const tool = program(b, 'tool');
    const path = [a, b].join(delimiter);
    expect(await findCommand('tool', { path, cwd: a })).toEqual({ ok: true, file: tool });
    expect(await findCommand(tool, { path: '', cwd: a })).toEqual({ ok: true, file: tool });
    expect(await findCommand('./tool', { path: '', cwd: b })).toEqual({ ok: true, file: tool });
    const searched = [a, b].join(', ');
    expect(await findCommand('npx', { path, cwd: a })).toEqual({
      ok: false,
      why: `the program "npx" was not found (searched in ${searched})`,
    });
    expect(await findCommand('plain', { path, cwd: a })).toMatchObject({ ok: false });
    expect(await findCommand(join(a, 'plain'), { path, cwd: a })).toMatchObject({
      why: `${join(a, 'plain')} may not be run (it is not executable)`,
    });
    expect(await findCommand('npx', { path: '', cwd: a })).toMatchObject({
      why: 'the program "npx" was not found (PATH is empty)',
    });
    expect(await findCommand('tool', { path, cwd: join(a, 'gone') })).toMatchObject({
      why: `its working folder ${join(a, 'gone')} does not exist`,
    });
    expect(await findCommand('tool', { path, cwd: tool })).toMatchObject({
      why: `its working folder ${tool} is no folder`,
    });
  });

  it('is found on Windows with the endings that run there', async () => {
    const folder = tempHome();
    const file = program(folder, 'npx.CMD');
    const options = { path: folder, cwd: folder, platform: 'win32', pathExt: '.EXE;.CMD' } as const;
    expect(await findCommand('npx', options)).toEqual({ ok: true, file });
  });

  it('has the person’s environment without ours, then its own, and one PATH only', () => {
    const inherited = {
      HOME: '/h',
      PATH: '/usr/bin',
      INKWATCH_HOME: 'x',
      ELECTRON_RUN_AS_NODE: '1',
      npm_config_registry: 'x',
      HTTPS_PROXY: 'p',
      FUNCTION: '() { :; }',
    };
    const mark = 'm.1';
    expect(childEnv(inherited, { KEY: 'v' }, { path: '/my', mark, platform: 'linux' })).toEqual({
      HOME: '/h',
      PATH: '/my',
      HTTPS_PROXY: 'p',
      KEY: 'v',
      INKWATCH_STARTED_BY: 'm.1',
    });
    const windows = childEnv(
      { Path: 'C:\\a' },
      { PATH: 'C:\\b' },
      { path: null, mark, platform: 'win32' },
    );
    expect(Object.keys(windows)).toEqual(['PATH', 'INKWATCH_STARTED_BY']);
    expect(pathOf({ Path: 'C:\\a' })).toBe('C:\\a');
    expect(pathOf({})).toBe('');
  });

  it('is started with the PATH that a login shell gives, asked once, and arguments as they are', async () => {
    let asked = 0;
    const bin = tempHome();
    const file = join(bin, 'my-node');
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
    chmodSync(file, 0o755);
    const odd = { error: 'a "b" & %PATH% $HOME \'c\'; `d` \\' };
    const config = oddConfig('odd', odd, { command: 'my-node', cwd: '~' });
    const upstreams = testUpstreams([config, { ...config, name: 'two' }], {
      path: () => {
        asked += 1;
        return Promise.resolve(`${bin}${delimiter}/usr/bin${delimiter}/bin`);
      },
    });
    for (const name of ['odd', 'two']) {
      expect(await call(upstreams.open(name, hello(), () => {}))).toMatchObject({
        kind: 'error',
        value: { message: odd.error },
      });
    }
    expect(asked).toBe(1);
  });
});
