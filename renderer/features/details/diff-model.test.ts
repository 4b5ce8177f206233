import { describe, expect, it } from 'vitest';
import { type DiffLine, diffTexts } from './diff-model.ts';

/** Lines as text: [-removed-] {+added+}, and … for what is folded. */
const shown = (before: string, after: string): readonly string[] => {
  const diff = diffTexts(before, after);
  if (diff.kind !== 'lines') return [diff.kind];
  return diff.lines.map(lineText);
};
const lineText = (line: DiffLine): string =>
  line.kind === 'gap'
    ? `… ${line.lines}`
    : line.pieces
        .map(({ kind, text }) => {
          if (kind === 'same') return text;
          return kind === 'added' ? `{+${text}+}` : `[-${text}-]`;
        })
        .join('');

describe('the difference between two texts', () => {
  it('is told word by word inside a changed line', () => {
    expect(
      shown('Launch: 12 September\nOwner: design', 'Launch: 19 September\nOwner: design'),
    ).toEqual(['Launch: [-12-]{+19+} September', 'Owner: design']);
  });

  it('is told word by word across lines that were wrapped anew', () => {
    expect(
      shown(
        'The launch is on the 12th of\nSeptember, if the press agrees.',
        'The launch is on the 19th of September,\nif the press agrees and\nthe site is up.',
      ).join('|'),
    ).toMatch(/The launch is on the \[-12th-\]\{\+19th\+\} of.*September, ?\|?.*if the press/);
  });

  it('is told line by line in code and JSON, where half a line means nothing', () => {
    expect(shown('{\n  "port": 80,\n  "on": true\n}', '{\n  "port": 81,\n  "on": true\n}')).toEqual(
      ['{', '[-  "port": 80,-]', '{+  "port": 81,+}', '  "on": true', '}'],
    );
    expect(
      shown(
        'function add(a, b) {\n  return a + b;\n}',
        'function add(a, b) {\n  return a + b + 1;\n}',
      ),
    ).toContain('[-  return a + b;-]');
  });

  it('is told line by line where lines came or went', () => {
    expect(shown('a\nb\nc', 'a\nc\nd')).toEqual(['a', '[-b-]', 'c', '{+d+}']);
  });

  it('puts two lines with hardly a word in common one under the other', () => {
    expect(shown('the quick brown fox', 'completely other words')).toEqual([
      '[-the quick brown fox-]',
      '{+completely other words+}',
    ]);
  });

  it('folds what is far from any change, but never a single line', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const after = [...lines];
    after[10] = 'changed 10';
    const told = shown(lines.join('\n'), after.join('\n'));
    expect(told[0]).toBe('… 8');
    expect(told).toContain('line 8');
    expect(told.at(-1)).toBe('… 7');
    expect(shown('a\nb\nc\nd\nX', 'a\nb\nc\nd\nY').some((line) => line.startsWith('…'))).toBe(true);
    expect(shown('a\nb\nc\nX', 'a\nb\nc\nY')).not.toContain('… 1');
  });

  it('is none for equal texts, and does not mind a missing last line end', () => {
    expect(shown('same', 'same')).toEqual(['same']);
    expect(shown('a', 'a\nb')).toEqual(['a', '{+b+}']);
    expect(shown('', 'new')).toEqual(['{+new+}']);
  });

  it('gives up in time on texts that share nothing', () => {
    const long = (seed: number) =>
      Array.from({ length: 20_000 }, (_, index) => `${(index * seed) % 7919} ${index ^ seed}`).join(
        '\n',
      );
    const from = performance.now();
    const diff = diffTexts(long(31), long(57));
    expect(performance.now() - from).toBeLessThan(5000);
    expect(['too-far', 'lines']).toContain(diff.kind);
  });
});
