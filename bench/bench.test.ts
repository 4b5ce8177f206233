import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = fileURLToPath(new URL('run.mjs', import.meta.url));

// Says nothing about speed: on a shared machine a timed test fails for reasons that are not ours.
it('prints one line with a ratio for each figure', { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [run, '--smoke']);

  const lines = stdout.trim().split('\n');
  expect(lines.filter((line) => line.startsWith('P1 '))).toHaveLength(4);
  expect(lines.filter((line) => line.startsWith('P2 '))).toHaveLength(2);
  for (const [name, figures] of [
    ['P3', 3],
    ['P4', 2],
    ['P6', 2],
    ['P8', 1],
  ] as const) {
    expect(lines.filter((line) => line.startsWith(`${name} `)).length).toBeGreaterThanOrEqual(
      figures,
    );
  }
  const [killed, ...more] = lines.filter((line) => line.startsWith('R1 '));
  expect(killed).toMatch(
    /^R1 kill -9: 2 rounds \(seed \d+\), \d+ answered writes, \d+ rows, 0 violations$/,
  );
  expect(more).toEqual([]);
  const [malformed] = lines.filter((line) => line.startsWith('R2 '));
  expect(malformed).toMatch(/ 0 bad answers, the next good call worked /);
  expect(lines.filter((line) => line.startsWith('P7 ')).length).toBeGreaterThanOrEqual(2);
  for (const line of lines.filter((one) => one !== killed && one !== malformed)) {
    expect(line).toMatch(
      /ratio \d+\.\d\d \(target [^()]+, (not )?reached\)$|could not be installed|^P[4-7] .*skipped/,
    );
  }
});
