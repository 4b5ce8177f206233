import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../testing/cli-process.ts';
import { checkHome } from '../testing/kill-check.ts';
import { killRounds } from '../testing/kill-rounds.ts';
import { runSql } from '../testing/side-door.ts';
import { tempHome } from '../testing/temp-home.ts';

// 200 rounds: npm run bench -- --only kill9
test('ten kills under load lose no answered write, and leave no row without its document', {
  timeout: 180_000,
}, async () => {
  const folder = tempHome();
  const figures = await killRounds({ cli, folder, rounds: 10, seed: 20_261_201, latestAnswer: 80 });

  expect(figures.violations).toEqual([]);
  expect(figures.answered).toBeGreaterThan(100);
  expect(figures.rows).toBeGreaterThanOrEqual(figures.answered);

  // What is looked for is found where it is broken.
  const home = join(folder, 'home-0');
  runSql(
    home,
    'DELETE FROM memory_versions WHERE write_id = (SELECT min(write_id) FROM memory_versions)',
  );
  const told = { key: 'never sent', succeeded: true, chunk: 'd1-00' };
  const { violations } = checkHome(home, [told]);
  expect(violations).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^row \d+ succeeded and changed nothing$/),
      'answered write never sent has no row',
    ]),
  );
});
