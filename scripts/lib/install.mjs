import { existsSync, readFileSync } from 'node:fs';
import { npm } from './exec.mjs';
import { readJson, sha256, writeJson } from './files.mjs';
import { withLock } from './lock.mjs';
import { at, PlainError, say } from './project.mjs';

// Inside node_modules, so that deleting the folder deletes the stamp with it.
const stampFile = at('node_modules', '.inkwatch-installed.json');

const wanted = () => ({
  lock: sha256(readFileSync(at('package-lock.json'))),
  machine: `${process.platform}-${process.arch}`,
});

/** True when the stamp says that this lock file was installed for this kind of machine. */
const stamped = () => {
  const stamp = /** @type {Partial<ReturnType<typeof wanted>> | undefined} */ (readJson(stampFile));
  const { lock, machine } = wanted();
  return stamp?.lock === lock && stamp.machine === machine;
};

/**
 * @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} Lock
 */

/**
 * True when the folder already holds what the lock file asks for, for instance after the person's own
 * `npm ci`: npm keeps a lock file of what it installed inside node_modules.
 */
const installedByHand = () => {
  const have = /** @type {Lock | undefined} */ (readJson(at('node_modules', '.package-lock.json')));
  const want = /** @type {Lock | undefined} */ (readJson(at('package-lock.json')));
  if (have?.packages === undefined || want?.packages === undefined) return false;
  return Object.entries(want.packages).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional === true ||
      (have.packages?.[path]?.version === entry.version && existsSync(at(path, 'package.json'))),
  );
};

/**
 * Installs the packages of package-lock.json when they are missing or the lock has changed. Install
 * scripts stay off: none is needed, and none of a stranger's code runs. All output goes to stderr.
 */
export const ensurePackages = async () => {
  if (stamped()) return;
  await withLock(at('.cache', 'install.lock'), 'is installing packages', async () => {
    if (stamped()) return;
    if (!installedByHand()) {
      say('installing packages (npm ci), once');
      const { code } = await npm(
        ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
        { cwd: at(), output: 'stderr' },
      );
      if (code !== 0) throw new PlainError('npm ci failed; what it said is above');
    }
    writeJson(stampFile, wanted());
  });
};
