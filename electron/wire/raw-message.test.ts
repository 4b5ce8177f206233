import { describe, expect, it } from 'vitest';
import { rawAnswer, rawCall, readRawMessages } from './raw-message.ts';

describe('a message', () => {
  it('keeps its parts as they were written', () => {
    const params = '{ "big":9007199254740993, "z":"\\u00e9", "a":1.0 }';
    expect(readRawMessages(rawCall(3, 'tools/call', params))).toEqual([
      { kind: 'request', id: '3', method: 'tools/call', params, value: JSON.parse(params) },
    ]);
    expect(readRawMessages(rawAnswer('12345678901234567890', 'error', '{"code":1.0}'))).toEqual([
      {
        kind: 'answer',
        id: Number('12345678901234567890'),
        part: 'error',
        raw: '{"code":1.0}',
        value: { code: 1 },
      },
    ]);
    expect(readRawMessages('\ufeff{"jsonrpc":"2.0","method":"x"}\r')).toEqual([
      { kind: 'notification', method: 'x', params: null, value: {} },
    ]);
  });

  it('of which a member comes twice is what a parser takes it for', () => {
    const twice = '{"jsonrpc":"2.0","id":1,"id":2,"result":{"a":1},"result":{"b":2}}';
    expect(readRawMessages(twice)).toMatchObject([{ id: 2, raw: '{"b":2}', value: { b: 2 } }]);
  });

  it('in an array is one of several', () => {
    const text = `[${rawAnswer('1', 'result', '{"n":1.0}')}, ${rawCall(null, 'x', null)}]`;
    expect(readRawMessages(text)).toMatchObject([
      { kind: 'answer', raw: '{"n":1.0}' },
      { kind: 'notification', method: 'x' },
    ]);
  });

  it.each([
    'Server listening on stdio',
    '',
    '   ',
    '{',
    '[]',
    '[1]',
    '{"id":1}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":null,"result":{}}',
    '{"jsonrpc":"2.0","id":{},"method":"x"}',
    '{"jsonrpc":"2.0","id":1}',
    '"text"',
    'null',
  ])('is not made of %j', (text) => {
    expect(readRawMessages(text)).toMatchObject([{ kind: 'bad' }]);
  });
});
