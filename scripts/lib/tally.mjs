import { stripVTControlCharacters } from 'node:util';
import { readJson } from './files.mjs';

/**
 * `failures`: the name of each failed test with the beginning of what it said. They are printed again at
 * the very end, since of a long run often only the end is kept.
 * @typedef {{ passed: number, failed: number, skipped: readonly string[], failures: readonly string[] }} Tally
 */

/** A step that has no tests of its own: green adds nothing, red is one failure. @param {boolean} ok @param {string} [title] @returns {Tally} */
export const step = (ok, title) => ({
  passed: 0,
  failed: ok ? 0 : 1,
  skipped: [],
  failures: ok || title === undefined ? [] : [title],
});

/** @param {string} name @param {readonly (string | undefined)[]} messages */
const failure = (name, messages) => {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  const said = lines.filter((line) => line.trim() !== '').slice(0, 15);
  return [name, ...said.map((line) => `    ${line.slice(0, 300)}`)].join('\n');
};

/** @param {readonly Tally[]} tallies @returns {Tally} */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.flatMap(({ skipped }) => skipped),
  failures: tallies.flatMap(({ failures }) => failures),
});

/**
 * A run that broke without any test having failed (a crash, an error outside of tests, a file that did
 * not load, no report at all) still counts as one failure.
 * @param {Tally} tally
 * @param {number | null} code the runner's exit code
 * @returns {Tally}
 */
const honest = (tally, code) =>
  code !== 0 && tally.failed === 0
    ? { ...tally, failed: 1, failures: ['the runner failed outside of its tests: see its output'] }
    : tally;

/**
 * @typedef {{ testResults?: readonly { name?: string, message?: string, status?: string, assertionResults: readonly { status: string, fullName: string, failureMessages?: readonly string[] }[] }[] }} VitestReport
 */

/**
 * Counts a report of vitest's JSON reporter.
 * @param {string} file
 * @param {number | null} code
 * @returns {Tally}
 */
export const unitTally = (file, code) => {
  const report = /** @type {VitestReport | undefined} */ (readJson(file));
  if (report?.testResults === undefined) return step(false, 'unit tests left no report');
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  // A file that broke while loading has failed and holds no test that says so.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failures = [
    ...report.testResults.flatMap(({ name = '', assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => failure(`${name}: ${test.fullName}`, test.failureMessages ?? [])),
    ),
    ...broken.map(({ name = '', message }) => failure(`${name} did not load`, [message])),
  ];
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
  return honest({ passed, failed: failures.length, skipped, failures }, code);
};

/**
 * @typedef {{ title: string, file?: string, suites?: readonly Suite[], specs?: readonly { title: string, tests: readonly { status: string, annotations?: readonly { type: string, description?: string }[], results?: readonly { errors?: readonly { message?: string }[] }[] }[] }[] }} Suite
 */

/**
 * @param {readonly Suite[]} suites
 * @returns {{ title: string, status: string, why: string, said: (string | undefined)[] }[]}
 */
const specsOf = (suites) =>
  suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status, annotations = [], results = [] }) => ({
        title,
        status,
        why: annotations.find(({ type }) => type === 'skip')?.description ?? '',
        said: results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)),
      })),
    ),
    ...specsOf(inner),
  ]);

/**
 * Counts a report of Playwright's JSON reporter: `expected` passed, `skipped` did not run, `flaky`
 * and `unexpected` have found something.
 * @param {string} file
 * @param {number | null} code
 * @returns {Tally}
 */
export const e2eTally = (file, code) => {
  const report = /** @type {{ suites?: readonly Suite[] } | undefined} */ (readJson(file));
  if (report?.suites === undefined) return step(false, 'e2e tests left no report');
  const tests = specsOf(report.suites);
  const passed = tests.filter(({ status }) => status === 'expected').length;
  const skips = tests.filter(({ status }) => status === 'skipped');
  const failures = tests
    .filter(({ status }) => status !== 'expected' && status !== 'skipped')
    .map(({ title, said }) => failure(title, said));
  const skipped = skips.map(({ title, why }) => (why === '' ? title : `${title} (${why})`));
  return honest({ passed, failed: failures.length, skipped, failures }, code);
};
