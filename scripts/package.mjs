// npm run package: the folder that a package holds, with fuses set (release/…-unpacked).
// npm run package -- --installers   AppImage, deb, dmg or nsis of this system; official Electron only
import './lib/node-version.mjs';
import { cp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, ensureBuilt } from './lib/build.mjs';
import { resolveElectron } from './lib/electron-runtime.mjs';
import { run } from './lib/exec.mjs';
import { at, command, PlainError, say } from './lib/project.mjs';
import { ensureInstalled } from './setup.mjs';

/**
 * The registry's Electron without what makes it start a folder of sources.
 * @param {string} executable
 */
const bareRuntime = async (executable) => {
  const from = dirname(executable);
  const to = at('.cache', 'electron-to-package');
  const left = [join(from, 'resources', 'app'), join(from, 'inkwatch-runtime.json')];
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true, filter: (source) => !left.includes(source) });
  return to;
};

/**
 * What differs between a package that ships and one that only tests may start.
 * @param {import('./lib/electron-runtime.mjs').Electron} electron
 */
const ingredients = async ({ executable, version, source }) => {
  if (source !== 'registry') {
    const settings = source === 'official' ? [] : [`-c.electronDist=${dirname(executable)}`];
    return { settings, sqlite: `prebuilds/${process.platform}-*.node` };
  }
  await ensureInstalled([{ name: `Electron ${version}`, executable }]);
  say(
    `this package is for tests only, never for shipping: Electron ${version}, with SQLite compiled here`,
  );
  const dist = await bareRuntime(executable);
  // The prebuilt SQLite takes this Electron down with it, so here the compiled one goes in.
  return {
    settings: [`-c.electronDist=${dist}`, `-c.electronVersion=${version}`],
    sqlite: 'build/Release/better_sqlite3.node',
  };
};

await command(async () => {
  const installers = process.argv.includes('--installers');
  await ensureInstalled();
  const electron = await resolveElectron();
  if (installers && electron.source !== 'official') {
    throw new PlainError('installers are made with the official Electron only');
  }
  if (installers) {
    // What ships holds nothing of an earlier build.
    await rm(at('dist'), { recursive: true, force: true });
    await build();
  } else {
    await ensureBuilt();
  }
  const { settings, sqlite } = await ingredients(electron);
  const target = installers ? [] : ['--dir'];
  const { code } = await run(
    process.execPath,
    [at('node_modules/electron-builder/cli.js'), ...target, '--publish', 'never', ...settings],
    { cwd: at(), env: { ...process.env, INKWATCH_SQLITE: sqlite }, output: 'stderr' },
  );
  if (code !== 0) throw new PlainError('packaging failed; what electron-builder said is above');
  say(`the package is in ${at('release')}`);
});
