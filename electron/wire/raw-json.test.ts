import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawAt, rawElements, rawMembers, withoutRaw, withRaw } from './raw-json.ts';

const odd =
  ' {"n" : 12345678901234567890.50 , "\\u0061":"\\ud800 \\" \\\\", "o":{"z":1,"a":[1,{"b":"]}"}]} , "n":-0E+1 }';

/** JSON text as any writer may lay it out. */
const written = (value: unknown, space: number): string => JSON.stringify(value, null, space);

describe('JSON text', () => {
  it('is cut into members whose text is as it was written', () => {
    expect(rawMembers(odd).map(({ key, start, end }) => [key, odd.slice(start, end)])).toEqual([
      ['n', '12345678901234567890.50'],
      ['a', '"\\ud800 \\" \\\\"'],
      ['o', '{"z":1,"a":[1,{"b":"]}"}]}'],
      ['n', '-0E+1'],
    ]);
    expect(rawAt(odd, 'o', 'a')).toBe('[1,{"b":"]}"}]');
    expect(rawAt(odd, 'n')).toBe('-0E+1');
    expect(rawAt(odd, 'o', 'missing', 'x')).toBeNull();
  });

  it('gives for any object and any layout what a parser gives', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.nat({ max: 3 }), (value, space) => {
        const text = written(value, space);
        const seen = rawMembers(text).map(({ key, start, end }) => [
          key,
          JSON.parse(text.slice(start, end)),
        ]);
        expect(seen).toEqual(Object.entries(JSON.parse(text)));
      }),
    );
  });

  it('gives the elements of any array', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat({ max: 3 }), (value, space) => {
        const elements = rawElements(written(value, space)).map((one) => JSON.parse(one));
        expect(elements).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is changed in one place and stays as it was in all others', () => {
    expect(withRaw(odd, ['o', 'z'], '"new"')).toBe(odd.replace('"z":1', '"z":"new"'));
    expect(withRaw('{"a":1e2 }', ['_meta', 'progressToken'], '7')).toBe(
      '{"a":1e2,"_meta":{"progressToken":7} }',
    );
    expect(withRaw('{ }', ['b'], '1')).toBe('{"b":1}');
    expect(
      withoutRaw('{"a":1.0,"_meta":{"x":1, "y":2.0,"z":3}}', ['_meta'], new Set(['x', 'z'])),
    ).toBe('{"a":1.0,"_meta":{"y":2.0}}');
    expect(withoutRaw(odd, ['o'], new Set(['none']))).toBe(odd);
  });

  it('holds after a change what was put in, and nothing else is different', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.string(), fc.jsonValue(), (value, key, put) => {
        const text = withRaw(JSON.stringify(value), [key], JSON.stringify(put));
        const expected = new Map(Object.entries(value)).set(key, put);
        const parsed = rawMembers(text).map((member) => [
          member.key,
          JSON.parse(text.slice(member.start, member.end)),
        ]);
        expect(new Map(parsed as [string, unknown][])).toEqual(
          new Map([...expected].map(([k, v]) => [k, JSON.parse(JSON.stringify(v))])),
        );
      }),
    );
  });
});
