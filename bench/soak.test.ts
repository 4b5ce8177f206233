import { expect, it } from 'vitest';
import { soak } from './soak.ts';

it('500 calls over five servers of which one ends every 100 calls leave 500 rows and no process', async () => {
  const found = await soak(500);
  expect(found).toMatchObject({
    rows: 500,
    outcomes: { succeeded: 499, unknown: 1 },
    unanswered: 0,
    left: 0,
  });
}, 120_000);
