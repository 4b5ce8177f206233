import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMessage } from './message.ts';

const read = (text: string) => readMessage(Buffer.from(text));
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

describe('reading one message from a body', () => {
  it.each(['a01_batch.json', 'a01_batch_empty.json', 'a01_batch_nonobject.json'])(
    'refuses the array %s whole, with no id (case a01)',
    (name) => {
      expect(readMessage(fixture(name))).toMatchObject({
        kind: 'invalid',
        id: null,
        error: { code: -32600 },
        call: null,
      });
    },
  );

  it('refuses bytes that are no UTF-8 as a parse error (case a15)', () => {
    const bytes = fixture('a15_invalid_utf8.bin');
    // Its first line alone would be sound JSON, if its bytes were replaced silently.
    const firstLine = bytes.subarray(0, bytes.indexOf('\n'));
    for (const body of [bytes, firstLine]) {
      expect(readMessage(body)).toMatchObject({
        kind: 'invalid',
        id: null,
        error: { code: -32700 },
      });
    }
  });

  it.each(['"a bare JSON string"', '7', 'null', 'true', '[]'])(
    'refuses the bare value %s',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'invalid', error: { code: -32600 } });
    },
  );

  it.each(['', '{', '{"jsonrpc":"2.0"', 'undefined', '{"a":1}{"b":2}'])(
    'calls %j a parse error',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'invalid', error: { code: -32700 } });
    },
  );

  it.each([
    ['{"id":1,"method":"ping"}', 1],
    ['{"jsonrpc":"1.0","id":"x","method":"ping"}', 'x'],
    ['{"jsonrpc":"2.0","id":1}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":5}', 1],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":true,"method":"ping"}', null],
  ])('refuses %s and names its id where it has one', (text, id) => {
    expect(read(text)).toMatchObject({ kind: 'invalid', id, error: { code: -32600 } });
  });

  it('takes a request without parameters, and one whose parameters are null', () => {
    const plain = { kind: 'request', id: 1, method: 'ping', params: {} };
    expect(read('{"jsonrpc":"2.0","id":1,"method":"ping"}')).toMatchObject(plain);
    expect(read('{"jsonrpc":"2.0","id":1,"method":"ping","params":null}')).toMatchObject(plain);
  });

  it('takes a byte-order mark and members that JSON-RPC does not name', () => {
    const message = read('\ufeff{"jsonrpc":"2.0","id":1,"method":"ping","extra":1}');
    expect(message).toMatchObject({ kind: 'request', method: 'ping' });
    expect(message).not.toHaveProperty('raw.extra');
  });

  it('opens a session for an initialize whose parameters are a list (case a08)', () => {
    expect(read('{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}')).toMatchObject({
      kind: 'request',
      params: {},
    });
  });

  it('keeps what a refused tools/call wanted, so that it can leave a row', () => {
    const noId = read('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"memory_store"}}');
    expect(noId).toMatchObject({
      kind: 'invalid',
      error: { code: -32600 },
      call: { params: { name: 'memory_store' } },
    });
    const listed = read('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":["memory_store"]}');
    expect(listed).toMatchObject({ kind: 'invalid', id: 3, error: { code: -32602 } });
  });

  it('tells answers and notifications apart', () => {
    expect(read('{"jsonrpc":"2.0","id":1,"result":{}}').kind).toBe('response');
    expect(read('{"jsonrpc":"2.0","method":"notifications/initialized"}').kind).toBe(
      'notification',
    );
  });
});
