import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalDepth, canonicalJson } from './canonical-json.ts';

/** The same value with its keys in another order, at every depth. */
const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, shuffled(member)]),
  );
};

test('the order of keys does not matter, the order of items does', () => {
  expect(canonicalJson({ b: 1, a: [2, 1] })).toBe('{"a":[2,1],"b":1}');
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});

test('for every JSON value it is JSON of that value, whatever the order of its keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(shuffled(value))).toBe(text);
    }),
  );
});

test('different values have different texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const same =
        JSON.stringify(JSON.parse(canonicalJson(a))) ===
        JSON.stringify(JSON.parse(canonicalJson(b)));
      expect(canonicalJson(a) === canonicalJson(b)).toBe(same);
    }),
  );
});

test('it is total: anything that a program can hold has a text', () => {
  expect(
    canonicalJson([
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -0,
      undefined,
      () => 1,
      Symbol('s'),
      7n,
      null,
    ]),
  ).toBe('[null,null,0,null,null,null,"7",null]');
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSparseArray: true,
        withNullPrototype: true,
      }),
      (value) => {
        JSON.parse(canonicalJson(value));
      },
    ),
  );
});

test('case a04-arguments-not-an-object: an own __proto__ key is a key, and no prototype is touched', () => {
  const value: unknown = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}');
  expect(canonicalJson(value)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
  expect(canonicalJson(value)).not.toBe(canonicalJson({ constructor: 1 }));
  expect('polluted' in {}).toBe(false);
});

test('depth is bounded: beyond it all values are one, and nothing overflows', () => {
  const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  expect(canonicalJson(deep(canonicalDepth))).toBe(
    '['.repeat(canonicalDepth) + ']'.repeat(canonicalDepth),
  );
  expect(canonicalJson(deep(100_000))).toBe(canonicalJson(deep(canonicalDepth + 1)));
});

test('lone surrogates are escaped, so that the text can always be hashed as UTF-8', () => {
  expect(canonicalJson('a\ud800b')).toBe('"a\\ud800b"');
});
