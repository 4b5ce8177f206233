import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

test('a short text is its own excerpt, on one line', () => {
  expect(excerpt('one\n\ntwo\tthree', 'two')).toBe('one two three');
  expect(excerpt('', 'x')).toBe('');
});

test('a long text is shown around the first word that occurs in it', () => {
  const text = `${'a '.repeat(300)}needle${' b'.repeat(300)}`;
  expect(excerpt(text, 'NEEDLE')).toMatch(/^…a .*needle b.*…$/);
  expect(excerpt(text, 'nothing of it')).toMatch(/^a a/);
});

test('whatever text and query, it is short and splits no character', () => {
  const any = fc
    .array(fc.constantFrom('🦊', 'İ', 'a', ' ', '\n', 'ß', 'é'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.oneof(any, fc.string({ unit: 'grapheme', maxLength: 600 })),
      any,
      (text, query) => {
        const shown = excerpt(text, query);
        expect(shown.length).toBeLessThanOrEqual(202);
        expect(shown.isWellFormed()).toBe(text.isWellFormed());
        expect(shown).not.toMatch(/[\n\t]/);
      },
    ),
  );
});
