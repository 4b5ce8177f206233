import { describe, expect, it } from 'vitest';
import { errorText, withoutValues } from './plan.ts';

describe('an error as a row may hold it (case d02)', () => {
  const args = {
    title: 'Q3 plan',
    content: 'SENTINEL-content',
    nested: { list: [{ deep: 'SENTINEL-deep' }] },
    number: 12_345_678,
  };

  it('repeats no value of the arguments, however deep', () => {
    const message = 'no room for SENTINEL-content beside SENTINEL-deep and SENTINEL-content';
    expect(withoutValues(message, args)).toBe(
      'no room for [redacted] beside [redacted] and [redacted]',
    );
  });

  it('keeps short words, which any message may hold', () => {
    expect(withoutValues('the Q3 plan is locked', args)).toBe('the Q3 plan is locked');
  });

  it.each([null, undefined, 7, 'x', []])('takes arguments that are %j', (odd) => {
    expect(withoutValues('a message', odd)).toBe('a message');
  });

  it('is cut at 1,024 bytes, never inside a character', () => {
    const cut = errorText(`x${'é'.repeat(2000)}`);
    expect(Buffer.byteLength(cut)).toBe(1023);
    expect(cut.endsWith('é')).toBe(true);
  });
});
