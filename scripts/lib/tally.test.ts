import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { e2eTally, sum, unitTally } from './tally.mjs';

const folder = mkdtempSync(join(tmpdir(), 'inkwatch-tally-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const report = (content: unknown): string => {
  count += 1;
  const file = join(folder, `${count}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
};

const unitTest = (status: string) => ({
  status,
  fullName: `${status} test`,
  failureMessages:
    status === 'failed' ? ['\u001b[31mexpected 1\u001b[39m to be 2\n\n    at x.ts'] : [],
});
const specs = (...statuses: string[]) =>
  statuses.map((status) => ({ title: `${status} spec`, tests: [{ status }] }));

describe('the tally of unit tests', () => {
  it('counts what passed, failed and was skipped', () => {
    const assertionResults = ['passed', 'passed', 'failed', 'pending', 'todo'].map(unitTest);
    const file = report({ testResults: [{ name: 'a.ts', status: 'failed', assertionResults }] });
    expect(unitTally(file, 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['pending test', 'todo test'],
      failures: ['a.ts: failed test\n    expected 1 to be 2\n        at x.ts'],
    });
  });

  it('counts a file that did not load as one failure', () => {
    const good = { status: 'passed', assertionResults: [unitTest('passed')] };
    const bad = { name: 'b.ts', message: 'no such file', status: 'failed', assertionResults: [] };
    expect(unitTally(report({ testResults: [good, bad] }), 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
      failures: ['b.ts did not load\n    no such file'],
    });
  });

  it('counts a runner that failed with green tests, for instance on an unhandled error', () => {
    const file = report({
      testResults: [{ status: 'passed', assertionResults: [unitTest('passed')] }],
    });
    expect(unitTally(file, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
      failures: ['the runner failed outside of its tests: see its output'],
    });
  });

  it('counts a missing report as one failure', () => {
    expect(unitTally(join(folder, 'none.json'), 0).failed).toBe(1);
    expect(e2eTally(join(folder, 'none.json'), 0).failed).toBe(1);
  });
});

describe('the tally of e2e tests', () => {
  it('looks into nested suites, and takes a flaky test for a failed one', () => {
    const inner = { title: 'b', specs: specs('expected', 'flaky', 'skipped') };
    const file = report({
      suites: [{ title: 'a', specs: specs('expected', 'unexpected'), suites: [inner] }],
    });
    expect(e2eTally(file, 1)).toEqual({
      passed: 2,
      failed: 2,
      skipped: ['skipped spec'],
      failures: ['unexpected spec', 'flaky spec'],
    });
  });

  it('says what a failed test said', () => {
    const errors = [{ message: 'not visible' }];
    const tests = [{ status: 'unexpected', results: [{ errors }] }];
    const file = report({ suites: [{ title: 'a', specs: [{ title: 'opens', tests }] }] });
    expect(e2eTally(file, 1).failures).toEqual(['opens\n    not visible']);
  });

  it('says why a test was skipped', () => {
    const tests = [
      { status: 'skipped', annotations: [{ type: 'skip', description: 'no network' }] },
    ];
    const file = report({ suites: [{ title: 'a', specs: [{ title: 'codex', tests }] }] });
    expect(e2eTally(file, 0).skipped).toEqual(['codex (no network)']);
  });
});

it('adds parts up', () => {
  const parts = [
    { passed: 1, failed: 0, skipped: ['a'], failures: [] },
    { passed: 2, failed: 1, skipped: [], failures: ['b'] },
  ];
  expect(sum(parts)).toEqual({ passed: 3, failed: 1, skipped: ['a'], failures: ['b'] });
});
