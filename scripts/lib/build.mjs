import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './exec.mjs';
import { readJson, sha256, writeJson } from './files.mjs';
import { withLock } from './lock.mjs';
import { at, PlainError, say } from './project.mjs';

const sources = ['shared', 'electron', 'renderer'];
const loose = ['vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const stampFile = at('dist', 'built-from.json');
const isTest = /\.test\.tsx?$/;

/**
 * Path, size and time of each file that the build reads: enough to see an edit, and fast.
 * @param {string} path relative to the project
 * @returns {string[]}
 */
const marks = (path) => {
  const entry = statSync(at(path), { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (!entry.isDirectory()) return [`${path} ${entry.size} ${entry.mtimeMs}`];
  return readdirSync(at(path))
    .filter((name) => !isTest.test(name))
    .sort()
    .flatMap((name) => marks(join(path, name)));
};

const fingerprint = () => sha256([...sources, ...loose].flatMap(marks).join('\n'));

const upToDate = () => {
  const stamp = /** @type {{ sources?: string } | undefined} */ (readJson(stampFile));
  return stamp?.sources === fingerprint() && existsSync(at('dist/electron/cli.js'));
};

const keepMs = 24 * 60 * 60_000;

/**
 * Removes pieces that no build has written for a day. Younger ones may belong to a program that was
 * started before this build and loads them only when it needs them.
 */
const clearOld = () => {
  for (const entry of readdirSync(at('dist'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > keepMs) rmSync(path, { force: true });
  }
};

/** Builds window, main process, preload, workers and command line. Output goes to stderr. */
export const build = async () => {
  // Taken before: what is edited while the build runs makes the next command build again.
  const before = fingerprint();
  const { code, output } = await run(
    process.execPath,
    [at('node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'],
    { cwd: at() },
  );
  if (output.trim() !== '') process.stderr.write(`${output.trim()}\n`);
  if (code !== 0) throw new PlainError('the build failed; what it said is above');
  chmodSync(at('dist/electron/cli.js'), 0o755);
  clearOld();
  writeJson(stampFile, { sources: before });
};

/** Builds when a source is newer than what was built from it. */
export const ensureBuilt = async () => {
  if (upToDate()) return;
  await withLock(at('.cache', 'build.lock'), 'is building', async () => {
    if (upToDate()) return;
    say('building');
    await build();
  });
};
