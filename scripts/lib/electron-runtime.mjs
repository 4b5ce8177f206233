import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './exec.mjs';
import { readJson, writeJson } from './files.mjs';
import { at, PlainError, say, userCache } from './project.mjs';
import {
  ensureRegistryElectron,
  registryElectron,
  registryElectronFits,
} from './registry-electron.mjs';

/**
 * @typedef {object} Electron
 * @property {string} executable
 * @property {string} version
 * @property {'override' | 'official' | 'registry'} source `registry`: for tests only, never shipped
 */

const packageDir = at('node_modules', 'electron');
const refusalFile = () => join(userCache(), 'electron-download.json');
const connectLimitMs = 8_000;
const downloadLimitMs = 10 * 60_000;
const askAgainAfterMs = 24 * 60 * 60_000;

const wantedVersion = () =>
  /** @type {{ version: string }} */ (readJson(join(packageDir, 'package.json'))).version;

/** Where Electron keeps its executable inside an unpacked release. */
const executableName = () => {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
};

/**
 * The version that an unpacked release says it is.
 * @param {string} dist
 */
const versionIn = (dist) => {
  try {
    return readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  } catch {
    return 'of unknown version';
  }
};

/** @returns {Electron | undefined} */
const overridden = () => {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!dist) return undefined;
  const executable = join(dist, executableName());
  if (!existsSync(executable)) {
    throw new PlainError(
      `ELECTRON_OVERRIDE_DIST_PATH names ${dist}, which holds no ${executableName()}`,
    );
  }
  return { executable, version: versionIn(dist), source: 'override' };
};

/** @returns {Electron | undefined} */
const officialHere = () => {
  const dist = join(packageDir, 'dist');
  const executable = join(dist, executableName());
  const version = wantedVersion();
  return versionIn(dist) === version && existsSync(executable)
    ? { executable, version, source: 'official' }
    : undefined;
};

/** A closed network often drops packets rather than refuse: asking first keeps that to seconds. */
const downloadPageAnswers = async () => {
  const { npm_config_electron_mirror, ELECTRON_MIRROR, HTTPS_PROXY, https_proxy } = process.env;
  // A mirror or a proxy is the installer's to use; its own time limit holds then.
  if (npm_config_electron_mirror || ELECTRON_MIRROR || HTTPS_PROXY || https_proxy) return true;
  try {
    const signal = AbortSignal.timeout(connectLimitMs);
    const page = `https://github.com/electron/electron/releases/tag/v${wantedVersion()}`;
    return (await fetch(page, { method: 'HEAD', signal })).ok;
  } catch {
    return false;
  }
};

/**
 * Lets Electron's own installer fetch what ships. A failure is remembered for a day where there is
 * another Electron to use, so that each start does not wait for the same refusal.
 * @returns {Promise<Electron | undefined>}
 */
const downloaded = async () => {
  const refusal = /** @type {{ version?: string, at?: number } | undefined} */ (
    readJson(refusalFile())
  );
  const version = wantedVersion();
  const age = Date.now() - (refusal?.at ?? 0);
  if (registryElectronFits && refusal?.version === version && age >= 0 && age < askAgainAfterMs) {
    return undefined;
  }
  if (await downloadPageAnswers()) {
    say(`downloading Electron ${version}, once`);
    await run(process.execPath, [join(packageDir, 'install.js')], {
      timeoutMs: downloadLimitMs,
      output: 'stderr',
    });
  }
  const here = officialHere();
  if (here === undefined) writeJson(refusalFile(), { version, at: Date.now() });
  return here;
};

/** @returns {Promise<Electron>} */
const fromRegistry = async () => {
  if (!registryElectronFits) {
    throw new PlainError(
      `Electron ${wantedVersion()} could not be downloaded from its release page. Open the network, set ELECTRON_MIRROR, or set ELECTRON_OVERRIDE_DIST_PATH to an unpacked release`,
    );
  }
  const executable = await ensureRegistryElectron();
  return { executable, version: registryElectron.version, source: 'registry' };
};

const told = {
  override: 'the one that ELECTRON_OVERRIDE_DIST_PATH names',
  official: 'the official release',
  registry: 'from a registry package, for tests only: the release page is out of reach',
};

/**
 * The one answer to "which Electron": an override, else the official binary (here already, or it
 * downloads), else the registry's. Needs the packages installed. Says in one line which it took.
 * @returns {Promise<Electron>}
 */
export const resolveElectron = async () => {
  const electron = overridden() ?? officialHere() ?? (await downloaded()) ?? (await fromRegistry());
  say(`Electron ${electron.version}, ${told[electron.source]}`);
  return electron;
};
