import { readJson } from './files.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: readonly string[] }} Tally
 */

/** A step that has no tests of its own: green adds nothing, red is one failure. @param {boolean} ok @returns {Tally} */
export const step = (ok) => ({ passed: 0, failed: ok ? 0 : 1, skipped: [] });

/** @param {readonly Tally[]} tallies @returns {Tally} */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.flatMap(({ skipped }) => skipped),
});

/**
 * A run that broke without any test having failed (a crash, an error outside of tests, a file that did
 * not load, no report at all) still counts as one failure.
 * @param {Tally} tally
 * @param {number | null} code the runner's exit code
 * @returns {Tally}
 */
const honest = (tally, code) =>
  code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;

/**
 * @typedef {{ testResults?: readonly { status?: string, assertionResults: readonly { status: string, fullName: string }[] }[] }} VitestReport
 */

/**
 * Counts a report of vitest's JSON reporter.
 * @param {string} file
 * @param {number | null} code
 * @returns {Tally}
 */
export const unitTally = (file, code) => {
  const report = /** @type {VitestReport | undefined} */ (readJson(file));
  if (report?.testResults === undefined) return step(false);
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  // A file that broke while loading has failed and holds no test that says so.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failed = tests.filter(({ status }) => status === 'failed').length + broken.length;
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
  return honest({ passed, failed, skipped }, code);
};

/**
 * @typedef {{ title: string, file?: string, suites?: readonly Suite[], specs?: readonly { title: string, tests: readonly { status: string, annotations?: readonly { type: string, description?: string }[] }[] }[] }} Suite
 */

/**
 * @param {readonly Suite[]} suites
 * @returns {{ title: string, status: string, why: string }[]}
 */
const specsOf = (suites) =>
  suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status, annotations = [] }) => ({
        title,
        status,
        why: annotations.find(({ type }) => type === 'skip')?.description ?? '',
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
  if (report?.suites === undefined) return step(false);
  const tests = specsOf(report.suites);
  const passed = tests.filter(({ status }) => status === 'expected').length;
  const skips = tests.filter(({ status }) => status === 'skipped');
  const failed = tests.length - passed - skips.length;
  const skipped = skips.map(({ title, why }) => (why === '' ? title : `${title} (${why})`));
  return honest({ passed, failed, skipped }, code);
};
