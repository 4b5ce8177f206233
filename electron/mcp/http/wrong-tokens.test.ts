import { expect, test } from 'vitest';
import { createWrongTokens } from './wrong-tokens.ts';

test('thirty wrong tokens at once are answered, then one per two seconds', () => {
  let now = 0;
  const wrong = createWrongTokens(() => now);
  const allowed = (tries: number) =>
    Array.from({ length: tries }, () => wrong.mayTryAgain()).filter(Boolean).length;
  expect(allowed(1000)).toBe(30);
  now += 10_000;
  expect(allowed(1000)).toBe(5);
  now += 3_600_000;
  expect(allowed(1000)).toBe(30);
});
