import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIdSkimmer } from './skim-id.ts';

function skimmed(text: string, cut = text.length) {
  const bytes = Buffer.from(text);
  const skimmer = createIdSkimmer();
  for (let at = 0; at < bytes.length; at += cut) skimmer.push(bytes.subarray(at, at + cut));
  return skimmer;
}

const skim = (text: string, cut?: number) => skimmed(text, cut).id();

describe('the id of a message that is too long to keep', () => {
  it('is found wherever it stands, whatever stands around it', () => {
    const members = fc.dictionary(fc.string(), fc.jsonValue());
    const id = fc.oneof(fc.string({ maxLength: 50 }), fc.integer());
    fc.assert(
      fc.property(
        members,
        id,
        members,
        fc.integer({ min: 1, max: 40 }),
        (before, id, after, cut) => {
          const { id: _, ...rest } = { ...before, ...after };
          const [head, tail] = [JSON.stringify(before), JSON.stringify(rest)];
          const open = head === '{}' ? '{' : `${head.slice(0, -1)},`;
          const close = tail === '{}' ? '}' : `,${tail.slice(1)}`;
          const text = `${open}"id": ${JSON.stringify(id)} ${close}`;
          expect(skim(text, cut)).toEqual(id);
        },
      ),
    );
  });

  it.each([
    ['{"params":{"id":1}}', null],
    ['{"a":"\\"id\\":1"}', null],
    ['[{"id":1}]', null],
    ['{"id":null}', null],
    ['{"id":{"id":1}}', null],
    ['{"id":[1]}', null],
    ['', null],
    ['{"id":7', null],
    ['{"method":"x","id":"a,}b"}', 'a,}b'],
  ])('of %s is %s', (text, id) => {
    expect(skim(text)).toBe(id);
  });

  it('is told from the id of a request by the method', () => {
    expect(skimmed('{"id":1,"result":{"method":"x"}}').isCall()).toBe(false);
    expect(skimmed('{"id":1,"params":{},"method":"x"}', 3).isCall()).toBe(true);
    expect(skimmed('{"id":1,"methods":"x"}').isCall()).toBe(false);
  });
});
