import { describe, expect, it } from 'vitest';
import { modernHeaders } from '../wire/mcp-headers.ts';
import { readClientMessage } from './message.ts';

const read = (value: unknown) =>
  readClientMessage(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));

describe('a line', () => {
  it('is told apart', () => {
    expect(read({ jsonrpc: '2.0', id: 1, method: 'ping' })).toMatchObject({
      kind: 'request',
      id: 1,
    });
    expect(read({ jsonrpc: '2.0', method: 'x' })).toMatchObject({ kind: 'notification' });
    expect(read({ jsonrpc: '2.0', id: 'a', result: {} })).toMatchObject({ kind: 'response' });
    expect(read('[]')).toMatchObject({ kind: 'bad', code: -32600 });
    expect(read('{')).toMatchObject({ kind: 'bad', code: -32700 });
    expect(read({ jsonrpc: '2.0', id: null, method: 'ping' })).toMatchObject({ id: null });
    expect(read({ id: 3, method: 'ping' })).toMatchObject({ kind: 'request', id: 3 });
  });

  it('b03: may begin with a byte-order mark', () => {
    expect(read('\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}')).toMatchObject({ id: 1 });
  });

  it('says which request it cancels', () => {
    const params = { requestId: 'r' };
    const line = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
    expect(read(line)).toMatchObject({ cancels: 'r' });
  });
});

describe('the headers of 2026-07-28', () => {
  const claim = { version: '2026-07-28', name: null };

  it.each([
    ['memory_store', 'memory_store'],
    ['größe', '=?base64?Z3LDtsOfZQ==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['', '=?base64??='],
    ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
    ['two words', 'two words'],
    ['evil\r\nX: y', '=?base64?ZXZpbA0KWDogeQ==?='],
  ])('carry the name %j', (name, value) => {
    expect(modernHeaders('tools/call', { ...claim, name })).toMatchObject({ 'mcp-name': value });
  });

  it('are impossible for a method that is no header value', () => {
    for (const method of ['', 'a\nb', 'ä', ' x']) expect(modernHeaders(method, claim)).toBeNull();
  });
});
