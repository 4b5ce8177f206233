import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './exec.mjs';
import { PlainError, say } from './project.mjs';

/**
 * Something of the system's that a step needs, and the Debian packages that bring it: the first of
 * `packages` that the release knows is taken (Ubuntu 24.04 renamed some to …t64).
 * @typedef {{ kind: 'command' | 'library', name: string, packages: readonly string[] }} Need
 */

/** @param {string} name @param {readonly string[]} packages @returns {Need} */
const library = (name, ...packages) => ({ kind: 'library', name, packages });
/** @param {string} name @param {readonly string[]} packages @returns {Need} */
const commandOf = (name, ...packages) => ({ kind: 'command', name, packages });

/** What Electron links against beyond a bare server. @type {readonly Need[]} */
export const windowNeeds = [
  library('libgtk-3.so.0', 'libgtk-3-0t64', 'libgtk-3-0'),
  library('libnss3.so', 'libnss3'),
  library('libasound.so.2', 'libasound2t64', 'libasound2'),
  library('libgbm.so.1', 'libgbm1'),
  library('libdbus-1.so.3', 'libdbus-1-3'),
  library('libatspi.so.0', 'libatspi2.0-0t64', 'libatspi2.0-0'),
];

/** What e2e needs beside that: a screen, a bus, and a daemon that shows notifications. @type {readonly Need[]} */
export const e2eNeeds = [
  ...windowNeeds,
  commandOf('Xvfb', 'xvfb'),
  commandOf('dbus-daemon', 'dbus'),
  commandOf('dbus-send', 'dbus'),
  commandOf('dunst', 'dunst'),
  commandOf('dunstctl', 'dunst'),
];

/** What compiling the SQLite addon needs. @type {readonly Need[]} */
export const compilerNeeds = [
  commandOf('python3', 'python3'),
  commandOf('make', 'make'),
  commandOf('g++', 'g++'),
];

/** @param {string} name */
const onPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Names of the shared libraries that the loader knows; undefined where it cannot be asked. */
const libraries = async () => {
  const tool = ['/sbin/ldconfig', '/usr/sbin/ldconfig'].find((path) => existsSync(path));
  if (tool === undefined) return undefined;
  const { code, output } = await run(tool, ['-p']);
  return code === 0 ? output : undefined;
};

/** @param {readonly Need[]} needs */
const missingOf = async (needs) => {
  if (process.platform !== 'linux') return [];
  const known = needs.some(({ kind }) => kind === 'library') ? await libraries() : undefined;
  return needs.filter(({ kind, name }) =>
    kind === 'command' ? !onPath(name) : known !== undefined && !known.includes(`\t${name} `),
  );
};

/**
 * The packages' names in this release.
 * @param {readonly Need[]} needs
 */
const packagesFor = async (needs) => {
  const { output } = await run('apt-cache', [
    'policy',
    ...needs.flatMap(({ packages }) => packages),
  ]);
  const blocks = output.split(/^(?=\S)/m);
  /** @param {string} name */
  const available = (name) =>
    blocks.some((block) => block.startsWith(`${name}:`) && !block.includes('Candidate: (none)'));
  return [
    ...new Set(needs.map(({ packages }) => packages.find(available) ?? packages.at(-1) ?? '')),
  ];
};

/**
 * Installs what is missing with apt-get where that is ours to do (Debian or Ubuntu, as root), and says
 * so; elsewhere fails with the names.
 * @param {readonly Need[]} needs
 * @param {string} purpose said to the person: "for the e2e tests"
 */
export const ensureSystemPackages = async (needs, purpose) => {
  const missing = await missingOf(needs);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const fallback = [...new Set(missing.map(({ packages }) => packages.at(-1)))].join(' ');
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    throw new PlainError(
      `missing ${purpose}: ${names}. On Debian or Ubuntu: sudo apt-get install ${fallback}`,
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  say(`missing ${purpose}: ${names}; asking apt-get`);
  await run('apt-get', ['update', '-qq'], { env, timeoutMs: 5 * 60_000 });
  const packages = await packagesFor(missing);
  say(`apt-get install ${packages.join(' ')}`);
  const { output } = await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    { env, timeoutMs: 10 * 60_000 },
  );
  const still = await missingOf(needs);
  if (still.length === 0) return;
  process.stderr.write(`${output.trim().split('\n').slice(-10).join('\n')}\n`);
  throw new PlainError(
    `apt-get did not bring ${still.map(({ name }) => name).join(', ')}; what it said is above`,
  );
};
