import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempHome } from '../../testing/temp-home.ts';
import {
  call,
  isAlive,
  logged,
  oddConfig,
  testUpstreams,
  until,
} from '../../testing/upstreams/odd-upstreams.ts';

it('R4: 3,000 calls over servers of which one ends every 100 calls are all accounted for', async () => {
  const log = join(tempHome(), 'log');
  const upstreams = testUpstreams([
    oddConfig('a'),
    oddConfig('b'),
    oddConfig('crashes', { crashAt: 100, log }),
  ]);
  const count = { result: 0, unknown: 0, failed: 0, error: 0 };
  for (let turn = 0; turn < 1000; turn += 1) {
    const answers = await Promise.all(
      ['a', 'b', 'crashes'].map((name) => {
        const shared = upstreams.shared(name);
        return shared === null ? expect.fail('no server') : call(shared);
      }),
    );
    for (const { kind } of answers) count[kind] += 1;
  }
  expect(count).toEqual({ result: 2990, unknown: 10, failed: 0, error: 0 });
  expect(logged(log, 'did')).toHaveLength(990);
  expect(upstreams.state('crashes')).toMatchObject({ restarts: expect.any(Number) });
  const pids = logged(log, 'started').map(Number);
  expect(pids.length).toBeGreaterThanOrEqual(10);
  await until(
    () => pids.filter(isAlive).length,
    (alive) => alive <= 1,
  );
});
