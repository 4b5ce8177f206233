import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutBytes, cutCharacters, visibleLine, visibleText, wellFormed } from './text.ts';

const anyText = fc
  .string({ unit: 'binary', maxLength: 60 })
  .chain((text) =>
    fc
      .integer({ min: 0, max: 60 })
      .map((at) => `${text.slice(0, at)}\ud83e\ud83e\udd8a${text.slice(at)}`),
  );

test.each([
  ['bidi override', 'invoice\u202efdp.exe', 'invoice\\u{202e}fdp.exe'],
  ['zero width', 'pass\u200bword', 'pass\\u{200b}word'],
  ['ansi', '\u001b[2J\u001b[1;1Hcleared', '\\u{1b}[2J\\u{1b}[1;1Hcleared'],
  ['line separators', 'a\u2028b\u2029c\u0085d', 'a\\u{2028}b\\u{2029}c\\u{85}d'],
  ['a byte-order mark inside', '\ufeffabc', '\\u{feff}abc'],
  ['unicode tags', 'hi\u{e0049}\u{e004e}', 'hi\\u{e0049}\\u{e004e}'],
  ['a NUL', 'nul \u0000 hidden', 'nul \\u{0} hidden'],
  ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ['a soft hyphen', 'pass\u00adword', 'pass\\u{ad}word'],
  ['a letter without ink', 'a\u3164b', 'a\\u{3164}b'],
  ['a carriage return', 'a\rb', 'a\\u{d}b'],
])('case a15-hostile-text: %s is shown, not obeyed', (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('plain text of any script, emoji and tabs stay as they are', () => {
  for (const text of ['École', '会议记录', 'مرحبا', '🦊', 'a\tb\nc', 'e\u0301', '👍🏽', '→ “x”']) {
    expect(visibleText(text)).toBe(text);
  }
  expect(visibleLine('  a\tb\n\nc  ')).toBe('a b c');
});

test('whatever the text, nothing invisible is left but tabs and line ends, and it can be shown twice', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = visibleText(text);
      expect(shown).toMatch(/^(?:[\t\n]|[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029])*$/u);
      expect(visibleText(shown)).toBe(shown);
      expect(visibleLine(text)).not.toMatch(/[\t\n]|^\s|\s$/);
    }),
  );
});

test('cutting keeps within the limit, to a beginning of the text, and splits no character', () => {
  fc.assert(
    fc.property(anyText.map(wellFormed), fc.integer({ min: 0, max: 80 }), (text, max) => {
      const byUnits = cutCharacters(text, max);
      expect(byUnits.length).toBeLessThanOrEqual(max);
      expect(text.startsWith(byUnits)).toBe(true);
      expect(byUnits.isWellFormed()).toBe(true);
      expect(byUnits.length).toBeGreaterThanOrEqual(Math.min(text.length, max) - 1);

      const bytes = (part: string) => encodeURIComponent(part).replace(/%../g, 'x').length;
      const byBytes = cutBytes(text, max);
      expect(bytes(byBytes)).toBeLessThanOrEqual(max);
      expect(text.startsWith(byBytes)).toBe(true);
      expect(byBytes.isWellFormed()).toBe(true);
      const next = [...text.slice(byBytes.length)][0];
      if (next !== undefined) expect(bytes(byBytes + next)).toBeGreaterThan(max);
    }),
  );
});

test('well-formed text is left alone, lone surrogates become U+FFFD', () => {
  expect(wellFormed('a🦊')).toBe('a🦊');
  expect(wellFormed('\udc00a\ud800')).toBe('\ufffda\ufffd');
});
