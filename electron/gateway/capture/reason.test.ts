import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawMembers } from '../../wire/raw-json.ts';
import { reasonPlan, stripReason, withReason } from './reason.ts';

const write = { isWrite: true, wanted: true };
const closedWords = [
  { additionalProperties: false },
  { additionalProperties: true },
  { additionalProperties: {} },
  { unevaluatedProperties: false },
  { propertyNames: { pattern: '^x' } },
  { patternProperties: { '^r': {} } },
  { maxProperties: 2 },
  { anyOf: [{ required: ['q'] }] },
  { $ref: '#/$defs/Q' },
];

describe('our reason on an upstream’s tool', () => {
  it('is added to writes whose schema leaves room for it', () => {
    expect(reasonPlan({ type: 'object' }, write)).toBe('added');
    expect(
      reasonPlan({ type: 'object', properties: { path: {} }, required: ['path'] }, write),
    ).toBe('added');
  });

  it('is left out where the upstream has its own, whatever is wanted', () => {
    const own = { type: 'object', properties: { reason: { type: 'object' } } };
    for (const isWrite of [true, false]) {
      for (const wanted of [true, false]) expect(reasonPlan(own, { isWrite, wanted })).toBe('own');
    }
    expect(reasonPlan({ type: 'object', required: ['reason'] }, write)).toBe('own');
  });

  it('case a12-schema-shapes: is left out where unknown properties are forbidden or mean something', () => {
    for (const word of closedWords)
      expect(reasonPlan({ type: 'object', ...word }, write)).toBe('closed');
    for (const odd of [
      null,
      undefined,
      true,
      [],
      {},
      { type: 'string' },
      { type: ['object', 'null'] },
      { type: 'object', properties: [] },
    ]) {
      expect(reasonPlan(odd, write)).toBe('closed');
    }
  });

  it('is left out of reads, and where the person wants none', () => {
    expect(reasonPlan({ type: 'object' }, { isWrite: false, wanted: true })).toBe('off');
    expect(reasonPlan({ type: 'object' }, { isWrite: true, wanted: false })).toBe('off');
  });

  it('changes nothing else of the schema', () => {
    const schema = {
      type: 'object',
      properties: { b: { type: 'number' }, a: {} },
      required: ['b'],
      title: 'T',
    };
    const { properties, ...rest } = withReason(schema);
    expect(rest).toEqual({ type: 'object', required: ['b'], title: 'T' });
    expect(Object.keys(properties as object)).toEqual(['b', 'a', 'reason']);
    expect(reasonPlan(withReason(schema), write)).toBe('own');
  });
});

describe('the reason in a call', () => {
  it('is stripped, and every other byte stays', () => {
    const texts: readonly (readonly [string, string, string | null])[] = [
      ['{"reason":"r"}', '{}', 'r'],
      ['{ "reason" : "r" }', '{  }', 'r'],
      ['{"n": 12345678901234567890.10,"reason":"r"}', '{"n": 12345678901234567890.10}', 'r'],
      ['{"reason":"r", "a":"\\u00e9\\/"}', '{"a":"\\u00e9\\/"}', 'r'],
      ['{"a":1 ,\n "reason":"r" ,\n "b":-0E+1 }', '{"a":1 ,\n "b":-0E+1 }', 'r'],
      ['{"reason":"1","a":1,"reason":"2","reason":"3"}', '{"a":1}', '3'],
      ['{"reason":"1","reason":"2"}', '{}', '2'],
      ['{"r\\u0065ason":"spelled","a":{"reason":"inner"}}', '{"a":{"reason":"inner"}}', 'spelled'],
      ['{"reason":{"text":"no text"},"a":1}', '{"a":1}', null],
      ['{"a":"\\"reason\\":"}', '{"a":"\\"reason\\":"}', null],
      ['{"a":1,"a":2}', '{"a":1,"a":2}', null],
      ['{}', '{}', null],
      ['null', 'null', null],
    ];
    for (const [raw, args, reason] of texts) expect(stripReason(raw)).toEqual({ args, reason });
  });

  it('leaves valid JSON with the very text of all other members, for any object in any layout', () => {
    const space = fc.stringMatching(/^[ \t\r\n]{0,2}$/);
    const key = fc.oneof(
      fc.constantFrom('"reason"', '"r\\u0065ason"', '"Reason"', '"__proto__"', '"a"'),
      fc.string().map((text) => JSON.stringify(text)),
    );
    const value = fc.oneof(
      fc.json(),
      fc.constantFrom(
        '12345678901234567890',
        '1.0',
        '-0',
        '"\\ud800"',
        '1E400',
        '"\\"reason\\":1,"',
        '{"reason":1}',
      ),
    );
    const member = fc.tuple(space, key, space, space, value, space);
    fc.assert(
      fc.property(space, fc.array(member, { maxLength: 6 }), space, (head, members, tail) => {
        const written = members.map(([a, k, b, c, v, d]) => `${a}${k}${b}:${c}${v}${d}`).join(',');
        const raw = `${head}{${written}}${tail}`;
        const { args, reason } = stripReason(raw);
        JSON.parse(args);
        const texts = (text: string) =>
          rawMembers(text).map((one) => [one.key, text.slice(one.keyStart, one.end)]);
        expect(texts(args)).toEqual(texts(raw).filter(([name]) => name !== 'reason'));
        const said: unknown = (JSON.parse(raw) as { reason?: unknown }).reason;
        const has = texts(raw).some(([name]) => name === 'reason');
        expect(reason).toBe(has && typeof said === 'string' ? said : null);
        if (!has) expect(args).toBe(raw);
      }),
      { numRuns: 1000 },
    );
  });
});
