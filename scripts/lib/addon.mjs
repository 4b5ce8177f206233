import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './exec.mjs';
import { readJson, writeJson } from './files.mjs';
import { withLock } from './lock.mjs';
import { at, PlainError, say } from './project.mjs';
import { compilerNeeds, ensureSystemPackages } from './system-packages.mjs';

/**
 * @typedef {object} Runtime
 * @property {string} name as a person knows it: "Node 20.20.2", "Electron 33.2.1"
 * @property {string} executable
 */

const home = at('node_modules', 'better-sqlite3');
const built = join(home, 'build', 'Release', 'better_sqlite3.node');
const stampFile = at('node_modules', '.inkwatch-addon.json');

/** The file that the package would load, so that a stamp dies with the file it speaks of. */
const loadedFile = () => {
  if (!existsSync(built)) return 'prebuilt';
  const { size, mtimeMs } = statSync(built);
  return `built ${size} ${mtimeMs}`;
};

/** @param {Runtime} runtime */
const stampKey = ({ name, executable }) => `${name} at ${executable}: ${loadedFile()}`;

const stamps = () => /** @type {Record<string, true>} */ (readJson(stampFile) ?? {});

/** @param {Runtime} runtime */
const knownGood = (runtime) => stamps()[stampKey(runtime)] === true;

/**
 * Loads and uses the addon in a child process of the runtime.
 * @param {Runtime} runtime
 */
const loads = async (runtime) => {
  const { code, output } = await run(runtime.executable, [at('scripts/lib/addon-probe.mjs')], {
    cwd: at(),
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    timeoutMs: 60_000,
  });
  return code === 0 && output.includes('addon ok');
};

/** Headers that came with this Node, so that node-gyp need not fetch them. */
const headers = () => {
  const dir = dirname(dirname(process.execPath));
  return existsSync(join(dir, 'include', 'node', 'node_api.h')) ? [`--nodedir=${dir}`] : [];
};

/**
 * Compiles the addon with the experimental Node-API, whose references may be to strings as the
 * prebuilt file needs of version 10. One such file serves Node 20 and Electron 33 alike.
 */
const compile = async () => {
  const { code, output } = await run(
    process.execPath,
    [
      at('node_modules/node-gyp/bin/node-gyp.js'),
      'rebuild',
      '--release',
      '--force_build=1',
      '--jobs=max',
      ...headers(),
    ],
    {
      cwd: home,
      env: {
        ...process.env,
        CXXFLAGS: '-UNAPI_VERSION -DNAPI_EXPERIMENTAL -DNODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT',
      },
      timeoutMs: 15 * 60_000,
    },
  );
  if (code === 0) return;
  process.stderr.write(`${output.split('\n').slice(-25).join('\n')}\n`);
  throw new PlainError(
    'better-sqlite3 could not be compiled for this Node. Use Node 22.14 or newer, or install Python 3 and a C++ compiler (Debian: apt-get install python3 g++ make)',
  );
};

/** @param {readonly Runtime[]} runtimes */
const failing = async (runtimes) => {
  const bad = [];
  for (const runtime of runtimes) {
    if (knownGood(runtime)) continue;
    if (await loads(runtime)) writeJson(stampFile, { ...stamps(), [stampKey(runtime)]: true });
    else bad.push(runtime);
  }
  return bad;
};

/** @param {readonly Runtime[]} runtimes */
const names = (runtimes) => runtimes.map(({ name }) => name).join(' and ');

/**
 * Makes sure that SQLite loads in each of these runtimes, and compiles it only where it does not.
 * The compiled file is for development on this machine: packages take the prebuilt one.
 * @param {readonly Runtime[]} runtimes
 */
export const ensureAddon = async (runtimes) => {
  if (runtimes.every(knownGood)) return;
  await withLock(at('.cache', 'addon.lock'), 'is preparing SQLite', async () => {
    const bad = await failing(runtimes);
    if (bad.length === 0) return;
    say(`SQLite as installed does not load in ${names(bad)}: compiling it, about a minute, once`);
    await ensureSystemPackages(compilerNeeds, 'to compile it');
    await compile();
    const still = await failing(runtimes);
    if (still.length > 0)
      throw new PlainError(`SQLite was compiled and still does not load in ${names(still)}`);
  });
};

/** The Node that runs this script. */
export const thisNode = () => ({
  name: `Node ${process.versions.node}`,
  executable: process.execPath,
});
