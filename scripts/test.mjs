// npm test: everything that must hold, ending with one line that counts it.
//   npm test -- [--unit | --e2e] [-t NAME] [FILE…]   runs a part, for developers
import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build, ensureBuilt } from './lib/build.mjs';
import { resolveElectron } from './lib/electron-runtime.mjs';
import { at, PlainError, say } from './lib/project.mjs';
import { e2eNeeds, ensureSystemPackages } from './lib/system-packages.mjs';
import { e2eTally, step, sum, unitTally } from './lib/tally.mjs';
import { ensureInstalled } from './setup.mjs';

const { values, positionals: files } = parseArgs({
  options: {
    unit: { type: 'boolean', default: false },
    e2e: { type: 'boolean', default: false },
    name: { type: 'string', short: 't' },
  },
  allowPositionals: true,
});
const part = values.unit || values.e2e;

/**
 * Runs a tool of node_modules with its output on the terminal.
 * @param {string} title
 * @param {string} script path inside node_modules
 * @param {readonly string[]} args
 * @returns {Promise<number | null>} its exit code
 */
const tool = (title, script, args) =>
  new Promise((resolve) => {
    process.stdout.write(`\n== ${title}\n`);
    const child = spawn(process.execPath, [at('node_modules', script), ...args], {
      cwd: at(),
      stdio: 'inherit',
    });
    child.once('close', resolve);
  });

/**
 * Does a step whose failure is told in one line and counts as one.
 * @param {() => Promise<unknown>} work
 */
const attempt = async (work) => {
  try {
    await work();
    return step(true);
  } catch (error) {
    const message = error instanceof PlainError ? error.message : String(error);
    say(message);
    return step(false, message);
  }
};

const checks = async () => {
  const lint = await tool('lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']);
  const unused = await tool('unused code and packages', 'knip/bin/knip.js', []);
  // From the start each time: a kept state has been seen to repeat errors that were gone.
  const types = await tool('types', 'typescript/bin/tsc', ['-b', '--force']);
  return [step(lint === 0, 'lint'), step(unused === 0, 'knip'), step(types === 0, 'types')];
};

const unit = async () => {
  const report = at('test-results', 'unit.json');
  rmSync(report, { force: true });
  const name = values.name === undefined ? [] : ['-t', values.name];
  const code = await tool('unit tests', 'vitest/vitest.mjs', ['run', ...name, ...files]);
  return unitTally(report, code);
};

/** What e2e and some unit tests need of the system, and the Electron that e2e drives. */
const prepare = async () => {
  await ensureSystemPackages(e2eNeeds, 'for the e2e tests');
  const { executable, version } = await resolveElectron();
  await ensureInstalled([{ name: `Electron ${version}`, executable }]);
};

const e2e = async () => {
  const report = at('test-results', 'e2e.json');
  rmSync(report, { force: true });
  const name = values.name === undefined ? [] : ['-g', values.name];
  const code = await tool('e2e tests', '@playwright/test/cli.js', ['test', ...name, ...files]);
  return e2eTally(report, code);
};

/** All parts in order; a build that failed leaves nothing to test. */
const everything = async () => {
  await ensureInstalled();
  const checked = part ? [] : await checks();
  process.stdout.write('\n== build\n');
  const built = await attempt(part ? ensureBuilt : build);
  if (built.failed > 0) return sum([...checked, built]);
  const [runUnit, runE2e] = [values.unit || !values.e2e, values.e2e || !values.unit];
  // Before the unit tests too: on a bus or a daemon that is there, fewer of them are skipped.
  const ready = runE2e ? await attempt(prepare) : step(true);
  const tested = runUnit ? [await unit()] : [];
  const driven = runE2e && ready.failed === 0 ? [await e2e()] : [];
  return sum([...checked, ready, ...tested, ...driven]);
};

const result = await everything().catch((error) => {
  if (!(error instanceof PlainError)) throw error;
  say(error.message);
  return step(false, error.message);
});
if (result.skipped.length > 0) {
  process.stdout.write(`\n${result.skipped.length} skipped:\n`);
  for (const name of result.skipped) process.stdout.write(`  ${name}\n`);
}
if (result.failures.length > 0) {
  process.stdout.write(`\n${result.failures.length} failed:\n`);
  for (const name of result.failures) process.stdout.write(`  ${name}\n`);
}
process.stdout.write(`\n${result.passed} passed, ${result.failed} failed\n`);
process.exitCode = result.failed === 0 ? 0 : 1;
