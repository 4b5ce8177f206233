import { expect, test } from 'vitest';
import { systemWeekStart } from './week-start.ts';

test.each([
  [{ LANG: 'en_US.UTF-8' }, 0],
  [{ LANG: 'de_DE.UTF-8' }, 1],
  [{ LANG: 'en_GB.UTF-8' }, 1],
  [{ LANG: 'ar_EG.UTF-8' }, 6],
  [{ LANG: 'en_US.UTF-8', LC_TIME: 'de_DE.UTF-8' }, 1],
  [{ LC_ALL: 'en_US', LC_TIME: 'de_DE.UTF-8' }, 0],
  [{ LANG: 'sr_RS@latin' }, 1],
  [{ LANG: 'not a locale' }, 1],
])('the week starts as the region says: %j', (env, day) => {
  expect(systemWeekStart(env)).toBe(day);
});

test('without a region the answer is a day all the same', () => {
  expect([0, 1, 2, 3, 4, 5, 6]).toContain(systemWeekStart({ LANG: 'C.UTF-8' }));
});
