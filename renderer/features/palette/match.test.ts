import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitting, rankOf } from './match.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

test('what begins with the words comes first, then what has such words, then what has the letters', () => {
  const items = named('Dark theme', 'Go to Settings', 'Theme as the system', 'Time: today');
  expect(fitting(items, 'the').map(({ name }) => name)).toEqual([
    'Theme as the system',
    'Dark theme',
  ]);
  expect(fitting(items, 'set').map(({ name }) => name)).toEqual(['Go to Settings']);
  expect(fitting(items, 'gts').map(({ name }) => name)).toEqual(['Go to Settings']);
  expect(fitting(items, 'dark the')).toHaveLength(1);
  expect(fitting(items, 'dark x')).toHaveLength(0);
  expect(fitting(items, ' ')).toEqual(items);
});

test('any text is looked for as it stands', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'binary' }), (name, typed) => {
      expect(() => rankOf(name, typed)).not.toThrow();
    }),
  );
  expect(rankOf('a (b) [c]', '(b) [c]')).not.toBeNull();
});
